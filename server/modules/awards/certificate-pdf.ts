import type { Language } from '#contract/schemas/common.ts'
import { laurelPaths } from '#server/modules/badges/laurel.ts'
import {
  accentColor,
  createPdfDocument,
  dimColor,
  inkColor,
} from '#server/modules/billing/local/pdf-document.ts'
import { bcp47Tag, translate } from '#server/platform/i18n/messages.ts'

/** A4 in landscape, in points. */
const [width, height] = [841.89, 595.28]
const [edge, inset, column] = [28, 8, 620]
const left = (width - column) / 2
const [paperColor, frameColor] = ['#fbf7f0', '#e3d6bf']

export type Certificate = {
  team: string
  /** PNG. */
  logo: Buffer | null
  award: string
  giver: string
  text: string
  at: Date
  timezone: string
  /** Names; each has a page. */
  receivers: string[]
}

type Line = { text: string; y: number; height: number; size: number; font: string; color: string }

/**
 * Writes a text into the middle of a box. The font shrinks until the text fits; what does not fit in
 * the smallest one ends with an ellipsis.
 */
function writeLine(doc: PDFKit.PDFDocument, line: Line, smallest = 9): void {
  let { size } = line
  const options = { width: column, align: 'center', lineGap: 3 } as const
  doc.font(line.font).fontSize(size)
  while (size > smallest && doc.heightOfString(line.text, options) > line.height) {
    size -= 1
    doc.fontSize(size)
  }
  const used = Math.min(doc.heightOfString(line.text, options), line.height)
  doc.fillColor(line.color).text(line.text, left, line.y + (line.height - used) / 2, {
    ...options,
    height: line.height + 2,
    ellipsis: true,
  })
}

function drawFrame(doc: PDFKit.PDFDocument): void {
  doc.rect(0, 0, width, height).fill(paperColor)
  const draw = (distance: number, thickness: number, color: string) =>
    doc
      .lineWidth(thickness)
      .rect(distance, distance, width - 2 * distance, height - 2 * distance)
      .stroke(color)
  draw(edge, 1.5, accentColor)
  draw(edge + inset, 0.5, frameColor)
}

/** The laurel of our logo above the title. */
function drawLaurel(doc: PDFKit.PDFDocument, y: number): void {
  const scale = 2.2
  for (const side of [1, -1]) {
    doc
      .save()
      .translate(width / 2, y)
      .scale(side * scale, scale)
      .translate(-16, -4)
    doc.path(laurelPaths.branch).lineWidth(1.4).lineCap('round').stroke(accentColor)
    doc.path(laurelPaths.leaves).fill(accentColor)
    doc.restore()
  }
}

function drawTeam(doc: PDFKit.PDFDocument, { team, logo }: Certificate): void {
  if (logo) doc.image(logo, left, 56, { fit: [column, 44], align: 'center', valign: 'center' })
  const y = logo ? 104 : 66
  writeLine(doc, { text: team, y, height: 22, size: 14, font: 'semibold', color: dimColor })
}

/** Returns a certificate for each receiver as a PDF document, in `language`. */
export async function renderCertificatePdf(
  certificate: Certificate,
  language: Language,
): Promise<Buffer> {
  const { award, giver, text, at, timezone, receivers } = certificate
  const tag = bcp47Tag(language)
  const title = translate(language, 'exports', 'certificate.title')
  const document = createPdfDocument({
    title: `${title}: ${award}`,
    language: tag,
    created: at,
    compress: true,
    layout: 'landscape',
  })
  const { doc } = document
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: timezone }).format(at)
  const by = translate(language, 'exports', 'certificate.giver', { name: giver })
  const to = translate(language, 'exports', 'certificate.to')
  for (const [index, name] of receivers.entries()) {
    if (index) doc.addPage()
    drawFrame(doc)
    drawTeam(doc, certificate)
    drawLaurel(doc, 140)
    const lines: Line[] = [
      { text: title, y: 206, height: 20, size: 12, font: 'semibold', color: dimColor },
      { text: award, y: 228, height: 60, size: 38, font: 'bold', color: inkColor },
      { text: to, y: 298, height: 18, size: 12, font: 'regular', color: dimColor },
      { text: name, y: 318, height: 46, size: 28, font: 'semibold', color: inkColor },
      { text, y: 374, height: 110, size: 14, font: 'regular', color: inkColor },
      { text: `${by} · ${date}`, y: 500, height: 34, size: 11, font: 'regular', color: dimColor },
    ]
    for (const line of lines) writeLine(doc, line, line.text === text ? 6 : 9)
  }
  return document.finish()
}
