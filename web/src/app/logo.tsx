// The Lectern logo, as in web/public/icon.svg: an open book on a stand.
export function Logo({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="15" fill="#12151b" />
      <path d="M31 20.5C25.5 15.8 18 15 10 16.8v24.4c8-1.8 15.5-.9 21 3.6z" fill="#f4b144" />
      <path d="M33 20.5C38.5 15.8 46 15 54 16.8v24.4c-8-1.8-15.5-.9-21 3.6z" fill="#fed893" />
      <path d="M32 46.5v6M22 53.5h20" fill="none" stroke="#dd9420" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}
