/** The logo, which index.html has as a symbol (vite.logo.ts), in the colors of the team. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} aria-hidden="true" style={{ flex: 'none' }}>
      <use href="#logo" />
    </svg>
  )
}
