/**
 * One whole day with a text; `id` stays the same for the same day of the same matter. `day` is
 * 'YYYY-MM-DD'.
 */
export type DayEvent = { id: string; day: string; summary: string; url: string }

const escapeText = (text: string) =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', String.raw`\;`)
    .replaceAll(',', String.raw`\,`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    // What else has no business in a line of text.
    .replaceAll(/\p{Cc}/gu, '')
const octetsMax = 75
/**
 * A content line in pieces of 75 octets, none of which cuts a character (RFC 5545, section 3.1).
 */
function foldLine(line: string): string {
  const pieces: string[] = []
  let piece = ''
  let size = 0
  for (const character of line) {
    const octets = Buffer.byteLength(character)
    if (size + octets > octetsMax) {
      pieces.push(piece)
      piece = ''
      // The space that a further piece begins with counts.
      size = 1
    }
    piece += character
    size += octets
  }
  return [...pieces, piece].join('\r\n ')
}
const compactDate = (day: string) => day.replaceAll('-', '')

/**
 * A calendar of whole days by RFC 5545. `stamp` is when it was made; readers are asked to come
 * again once a day.
 */
export function buildCalendar({
  name,
  events,
  stamp,
}: {
  name: string
  events: DayEvent[]
  stamp: Date
}): string {
  const made = stamp.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Laurel//Important dates//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:P1D',
    'X-PUBLISHED-TTL:P1D',
    ...events.flatMap(({ id, day, summary, url }) => [
      'BEGIN:VEVENT',
      `UID:${id}@laurel`,
      `DTSTAMP:${made}`,
      `DTSTART;VALUE=DATE:${compactDate(day)}`,
      `DTEND;VALUE=DATE:${compactDate(Temporal.PlainDate.from(day).add({ days: 1 }).toString())}`,
      // A birthday keeps nobody from meeting.
      `SUMMARY:${escapeText(summary)}`,
      `URL:${url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}
