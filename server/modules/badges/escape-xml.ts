import { escapeHtml } from '#server/platform/http/escape-html.ts'

/** Characters that XML 1.0 forbids, also as references: control characters and noncharacters. */
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** White space that parsers turn into a space in attributes, or into a line feed as a line end. */
const normalized = /[\t\n\r\u0085\u2028]/g

/** Returns a text for the content or a quoted attribute of XML. */
export const escapeXml = (text: string): string =>
  escapeHtml(text.toWellFormed().replaceAll(forbidden, ''))
    .replaceAll("'", '&apos;')
    .replaceAll(normalized, (space) => `&#${space.charCodeAt(0)};`)
