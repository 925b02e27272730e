import type { Language } from '#contract/schemas/common.ts'
import type { LeaverThanks } from '#contract/schemas/leavers.ts'
import {
  contentBottom,
  contentColumn,
  contentWidth,
  createPdfDocument,
  dimColor,
  inkColor,
} from '#server/modules/billing/local/pdf-document.ts'
import { bcp47Tag, translate, translatePlural } from '#server/platform/i18n/messages.ts'

/** Returns the thanks of a leaver as a PDF document, in `language`, with the days of the team. */
export async function renderThanksPdf(
  { team, name, thanks }: LeaverThanks,
  { language, timezone, at }: { language: Language; timezone: string; at: Date },
): Promise<Buffer> {
  const title = translate(language, 'exports', 'leavers.pdf_title', { name, team })
  const document = createPdfDocument({
    title,
    language: bcp47Tag(language),
    created: at,
    compress: true,
  })
  const { doc } = document
  const format = new Intl.DateTimeFormat(bcp47Tag(language), {
    dateStyle: 'long',
    timeZone: timezone,
  })
  const width = contentWidth
  doc.font('bold').fontSize(20).fillColor(inkColor).text(title, { width })
  doc.moveDown()
  for (const { from, value, points, text, created_at: createdAt } of thanks) {
    const height = doc.font('regular').fontSize(11).heightOfString(text, { width })
    if (doc.y + Math.min(height + 40, 200) > contentBottom) doc.addPage()
    const author = from || translate(language, 'common', 'former')
    const facts = [
      format.format(new Date(createdAt)),
      value,
      translatePlural(language, 'common', 'points', points),
    ]
    doc.font('semibold').fontSize(11).fillColor(inkColor).text(author, contentColumn.left, doc.y, {
      width,
    })
    doc.font('regular').fontSize(9).fillColor(dimColor).text(facts.join(' · '), { width })
    doc.font('regular').fontSize(11).fillColor(inkColor).text(text, { width })
    doc.moveDown()
  }
  return document.finish((page, pages) =>
    translate(language, 'exports', 'leavers.pdf_page', { page, pages }),
  )
}
