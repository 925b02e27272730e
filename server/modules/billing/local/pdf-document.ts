import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

/** A4 in points. */
const [pageWidth, pageHeight, margin] = [595.28, 841.89, 56]
export const contentColumn = { left: margin, right: pageWidth - margin }
export const contentWidth = pageWidth - 2 * margin
/** Lower limit of the content. The footer is below. */
export const contentBottom = pageHeight - margin - 20
export const columnGap = 16
export const [inkColor, dimColor, lineColor, noteBackground, accentColor] = [
  '#1f2430',
  '#6b7280',
  '#d9dce3',
  '#faf3e6',
  '#f2ae43',
]

/** Onest covers Latin and Cyrillic. Other scripts show boxes rather than nothing. */
const fontPath = (name: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/onest/${name}/Onest_${name}.ttf`))
const fonts = {
  regular: fontPath('400Regular'),
  semibold: fontPath('600SemiBold'),
  bold: fontPath('700Bold'),
}

export type PdfDocument = {
  doc: PDFKit.PDFDocument
  /** Without a footer for documents of a single page each. */
  finish(footer?: (page: number, pages: number) => string): Promise<Buffer>
}

/**
 * Creates an empty PDF document with our fonts. `finish` adds a footer and returns the bytes.
 */
export function createPdfDocument({
  title,
  language,
  created,
  compress,
  layout = 'portrait',
}: {
  title: string
  language: string
  created: Date
  compress: boolean
  layout?: 'portrait' | 'landscape'
}): PdfDocument {
  const doc = new PDFDocument({
    size: 'A4',
    layout,
    margins: { top: margin, bottom: 0, left: margin, right: margin },
    bufferPages: true,
    compress,
    lang: language,
    displayTitle: true,
    info: {
      Title: title,
      Author: 'Laurel',
      Creator: 'Laurel',
      Producer: 'Laurel',
      CreationDate: created,
      ModDate: created,
    },
  })
  for (const [name, path] of Object.entries(fonts)) doc.registerFont(name, path)
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  return {
    doc,
    finish(footer) {
      const { start, count } = doc.bufferedPageRange()
      for (let n = 0; footer && n < count; n += 1) {
        doc.switchToPage(start + n)
        doc
          .font('regular')
          .fontSize(8.5)
          .fillColor(dimColor)
          .text(footer(n + 1, count), margin, pageHeight - margin, {
            width: contentWidth,
            align: 'right',
            lineBreak: false,
          })
      }
      doc.end()
      return done
    },
  }
}
