/** Color arithmetic of WCAG 2.2. Colors are '#RRGGBB'. */
type Rgb = [number, number, number]

function parseHex(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16)
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255]
}
const formatHex = (rgb: Rgb) =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

function luminance(hex: string): number {
  const [r, g, b] = parseHex(hex).map((part) => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Returns the WCAG contrast ratio of two colors, from 1 to 21. */
export function contrastRatio(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Returns color `a` mixed with `b`. `share` is the part of `b`, from 0 to 1. */
export function mixColors(a: string, b: string, share: number): string {
  const [from, to] = [parseHex(a), parseHex(b)]
  return formatHex(from.map((part, index) => part + ((to[index] ?? 0) - part) * share) as Rgb)
}

/**
 * Returns near-black or white, the more readable of the two. The contrast is always at least 4.5.
 */
export function textColorOn(color: string): string {
  return contrastRatio(color, '#000000') >= contrastRatio(color, '#ffffff')
    ? mixColors('#000000', color, contrastRatio(color, '#241a0c') >= 4.5 ? 0.12 : 0)
    : '#ffffff'
}

/**
 * Returns the color, darkened or lightened until its contrast with `ground` is at least `least`.
 */
export function readableColor(color: string, ground: string, least = 4.5): string {
  const toward = luminance(ground) > 0.4 ? '#000000' : '#ffffff'
  for (let share = 0; share <= 1; share += 0.04) {
    const mixed = mixColors(color, toward, share)
    if (contrastRatio(mixed, ground) >= least) return mixed
  }
  return toward
}

/** Returns ten shades from nearly white to nearly black, with the color itself at index 5. */
export function colorShades(
  color: string,
): [string, string, string, string, string, string, string, string, string, string] {
  const light = [0.92, 0.82, 0.66, 0.45, 0.22].map((share) => mixColors(color, '#ffffff', share))
  const dark = [0.12, 0.28, 0.46, 0.62].map((share) => mixColors(color, '#1a1205', share))
  return [...light, color, ...dark] as ReturnType<typeof colorShades>
}
