// Groups of members that are found in pairs (a disjoint-set forest).

export class Groups {
  readonly #parents: Int32Array;

  constructor(size: number) {
    this.#parents = new Int32Array(size);
    for (let i = 0; i < size; i++) this.#parents[i] = i;
  }

  join(a: number, b: number): void {
    this.#parents[this.rootOf(b)] = this.rootOf(a);
  }

  /** Equal for all members of a group. */
  rootOf(member: number): number {
    let root = member;
    for (let parent = this.#parentOf(root); parent !== root; parent = this.#parentOf(root)) {
      this.#parents[root] = this.#parentOf(parent);
      root = this.#parentOf(root);
    }
    return root;
  }

  #parentOf = (member: number): number => this.#parents[member] ?? member;
}
