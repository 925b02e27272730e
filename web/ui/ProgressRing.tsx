/** Shows a remaining share as a ring. The text beside it states the same figures. */
export function ProgressRing({
  share,
  size = 116,
  children,
}: {
  share: number
  size?: number
  children: React.ReactNode
}) {
  const radius = (size - 14) / 2
  const length = 2 * Math.PI * radius
  return (
    <div style={{ position: 'relative', width: size, height: size }}>
      <svg width={size} height={size} aria-hidden="true">
        <circle
          cx={size / 2}
          cy={size / 2}
          r={radius}
          fill="none"
          stroke="var(--soft)"
          strokeWidth="11"
        />
        <circle
          cx={size / 2}
          cy={size / 2}
          r={radius}
          fill="none"
          stroke="var(--accent)"
          strokeWidth="11"
          strokeLinecap="round"
          strokeDasharray={`${Math.max(share, 0.001) * length} ${length}`}
          transform={`rotate(-90 ${size / 2} ${size / 2})`}
          style={{ transition: 'stroke-dasharray 400ms ease' }}
        />
      </svg>
      <div
        style={{
          position: 'absolute',
          inset: 0,
          display: 'grid',
          placeContent: 'center',
          textAlign: 'center',
          lineHeight: 1.1,
        }}
      >
        {children}
      </div>
    </div>
  )
}
