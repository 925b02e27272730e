import { escapeXml } from './escape-xml.ts'
import { laurelPaths } from './laurel.ts'

const [background, border, ink, dim, accent] = [
  '#FBF7F0',
  '#EBE2D5',
  '#2B2620',
  '#6B5F4D',
  '#F2AE43',
]
const fonts = `Onest, system-ui, 'Segoe UI', Roboto, sans-serif`
const size = 512

/** The laurel of our logo, without the leaves where the emoji is. */
const { branch, leaves } = laurelPaths
const half = `<path d="${branch}" fill="none" stroke="${accent}" stroke-width="1.4" stroke-linecap="round"/><path d="${leaves}" fill="${accent}"/>`
const laurel = `<g transform="translate(64 -32) scale(12)">${half}<g transform="matrix(-1 0 0 1 32 0)">${half}</g></g>`

const splitGraphemes = (text: string): string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)

/**
 * Breaks a text into at most `max` lines of `width` graphemes: between words, within longer words.
 * The rest becomes an ellipsis.
 */
export function wrapText(text: string, width: number, max: number): string[] {
  const lines: string[] = []
  let [line, used] = ['', 0]
  const flush = () => {
    if (line) lines.push(line)
    line = ''
    used = 0
  }
  for (const word of text.split(/\s+/)) {
    const letters = splitGraphemes(word)
    if (used && used + 1 + letters.length > width) flush()
    for (let start = 0; start < letters.length; start += width) {
      if (start) flush()
      const part = letters.slice(start, start + width)
      line += (line ? ' ' : '') + part.join('')
      used += part.length + (used ? 1 : 0)
    }
  }
  flush()
  if (lines.length <= max) return lines
  const last = splitGraphemes(lines[max - 1] ?? '')
  return [...lines.slice(0, max - 1), `${last.slice(0, width - 1).join('')}…`]
}

type Style = { size: number; weight: number; color: string }
const renderLine = (line: string, y: number, style: Style) =>
  `<text x="${size / 2}" y="${y}" font-size="${style.size}" font-weight="${style.weight}" fill="${style.color}" text-anchor="middle">${escapeXml(line)}</text>`

/** Returns the lines of a text in the middle, the last of them at `bottom`. */
const renderLines = (lines: string[], bottom: number, style: Style) =>
  lines
    .map((line, n) =>
      renderLine(line, Math.round(bottom - (lines.length - 1 - n) * style.size * 1.2), style),
    )
    .join('')

/**
 * Returns a badge as SVG: an emoji within the laurel, the names of value and team, and the number of
 * thanks. The credential is baked in as Open Badges 3.0 prescribes for a JWT.
 */
export function renderBadgePicture({
  emoji,
  name,
  team,
  thanked,
  credential,
}: {
  emoji: string
  name: string
  team: string
  thanked: string
  credential: string
}): string {
  const nameLines = wrapText(name, 18, 3)
  const teamLines = wrapText(team, 34, 2)
  const isShort = name.length <= 12
  const nameSize = nameLines.length > 2 ? 30 : 38
  const teamTop = 448 - (teamLines.length - 1) * 29
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0" viewBox="0 0 ${size} ${size}" font-family="${fonts}">`,
    `<openbadges:credential verify="${escapeXml(credential)}"></openbadges:credential>`,
    `<title>${escapeXml(`${name} · ${team}`)}</title>`,
    `<rect x="4" y="4" width="${size - 8}" height="${size - 8}" rx="72" fill="${background}" stroke="${border}" stroke-width="4"/>`,
    laurel,
    renderLine(splitGraphemes(emoji)[0] ?? '', 194, { size: 112, weight: 400, color: ink }),
    renderLines(nameLines, teamTop - (isShort ? 64 : 50), {
      size: isShort ? 46 : nameSize,
      weight: 700,
      color: ink,
    }),
    renderLines(teamLines, 448, { size: 24, weight: 500, color: dim }),
    renderLine(thanked, 480, { size: 20, weight: 400, color: dim }),
    `</svg>`,
    '',
  ].join('\n')
}
