const leafPath = 'M0 0c6-7 6-15 0-22-6 7-6 15 0 22Z'
/** The pictures of empty lists and failures, in a box of 132 by 100. */
export const illustrations = {
  laurel: (
    <g fill="currentColor">
      {[-64, -40, -16].map((angle) => (
        <path
          key={angle}
          d={leafPath}
          transform={`translate(66 74) rotate(${angle - 10}) translate(0 -18)`}
          opacity={0.85}
        />
      ))}
      {[64, 40, 16].map((angle) => (
        <path
          key={angle}
          d={leafPath}
          transform={`translate(66 74) rotate(${angle + 10}) translate(0 -18)`}
          opacity={0.55}
        />
      ))}
      <circle cx="66" cy="76" r="5" />
    </g>
  ),
  gift: (
    <g fill="none" stroke="currentColor" strokeWidth="4" strokeLinejoin="round">
      <rect x="36" y="44" width="60" height="42" rx="6" fill="currentColor" fillOpacity=".12" />
      <rect x="30" y="32" width="72" height="14" rx="4" />
      <path d="M66 32v54M66 32c-4-16-24-18-22-6 1 6 12 6 22 6Zm0 0c4-16 24-18 22-6-1 6-12 6-22 6Z" />
    </g>
  ),
  lost: (
    <g fill="none" stroke="currentColor" strokeWidth="4" strokeLinecap="round">
      <circle cx="60" cy="46" r="24" fill="currentColor" fillOpacity=".12" />
      <path d="m78 64 18 18M52 40c1-9 17-9 16 1 0 6-8 6-8 12M60 60v.5" />
    </g>
  ),
  rain: (
    <g
      fill="none"
      stroke="currentColor"
      strokeWidth="4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path
        d="M42 58a16 16 0 1 1 5-31 22 22 0 0 1 41 8 13 13 0 0 1-1 23Z"
        fill="currentColor"
        fillOpacity=".12"
      />
      <path d="m48 72-4 12M66 72l-4 12M84 72l-4 12" />
    </g>
  ),
  people: (
    <g fill="none" stroke="currentColor" strokeWidth="4" strokeLinecap="round">
      <circle cx="50" cy="38" r="13" fill="currentColor" fillOpacity=".12" />
      <circle cx="84" cy="42" r="10" />
      <path d="M26 82c2-18 14-24 24-24s22 6 24 24M82 62c10 0 20 6 22 18" />
    </g>
  ),
}
