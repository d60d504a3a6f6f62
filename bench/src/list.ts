export async function benchList(): Promise<void> {}
