// No calendar library, because all-day events need four properties, escaping and folding. Tests
// read the result with ical.js.
/** An all-day event. `id` is stable across renderings; `day` is 'YYYY-MM-DD'. */
export type DayEvent = { id: string; day: string; summary: string; url: string }

const escapeText = (text: string) =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', String.raw`\;`)
    .replaceAll(',', String.raw`\,`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    // Other control characters are invalid in a TEXT value (RFC 5545, section 3.3.11).
    .replaceAll(/\p{Cc}/gu, '')

const octetsMax = 75

/** Folds a content line at 75 octets without splitting a character (RFC 5545, section 3.1). */
function foldLine(line: string): string {
  const pieces: string[] = []
  let piece = ''
  let size = 0
  for (const character of line) {
    const octets = Buffer.byteLength(character)
    if (size + octets > octetsMax) {
      pieces.push(piece)
      piece = ''
      // The leading space of a continuation line counts.
      size = 1
    }
    piece += character
    size += octets
  }
  return [...pieces, piece].join('\r\n ')
}

const compactDate = (day: string) => day.replaceAll('-', '')

/**
 * Returns an iCalendar file (RFC 5545) of all-day events. `stamp` is its creation time; clients are
 * asked to refresh once a day.
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
  const timestamp = stamp.toISOString().replaceAll(/[-:]|\.\d+/g, '')
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
      `DTSTAMP:${timestamp}`,
      `DTSTART;VALUE=DATE:${compactDate(day)}`,
      `DTEND;VALUE=DATE:${compactDate(Temporal.PlainDate.from(day).add({ days: 1 }).toString())}`,
      `SUMMARY:${escapeText(summary)}`,
      `URL:${url}`,
      // A birthday does not block time in the calendar.
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}
