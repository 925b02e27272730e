export function LogoMark({ size = 32 }: { size?: number }) {
  const leaves = [
    'M7.3 12.6c-1.6-1.7-1.7-3.9-.3-6 1.7 1.6 1.9 3.9.3 6Z',
    'M7.4 17.7c-2.100-.8-3.100-2.600-2.800-5 2.200.7 3.300 2.500 2.800 5Z',
    'M9.300 21.900c-2.200-.1-3.700-1.500-4.200-3.800 2.300-.1 3.900 1.300 4.200 3.800Z',
    'M8.700 16.300c.2-2.200 1.500-3.500 3.700-3.900 0 2.300-1.300 3.700-3.700 3.900Z',
    'M10.200 20.300c.7-2 2.300-2.900 4.500-2.600-.6 2.200-2.200 3.100-4.500 2.600Z',
  ]
  const branch = (
    <>
      <path
        d="M13.600 25.200C8.600 23.200 6.400 18.600 7.200 11.600"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
      {leaves.map((d) => (
        <path key={d} d={d} fill="currentColor" />
      ))}
    </>
  )
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      style={{ color: 'var(--accent-ink)', flex: 'none' }}
    >
      <rect width="32" height="32" rx="9" fill="var(--accent)" />
      {branch}
      <g transform="matrix(-1 0 0 1 32 0)">{branch}</g>
    </svg>
  )
}
