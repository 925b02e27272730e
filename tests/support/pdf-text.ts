/**
 * Returns the text of each page of an uncompressed PDF from pdfkit. Fonts are subsets, so glyph
 * numbers are mapped back through each font's ToUnicode table.
 */
export function extractPdfPages(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  const objects = new Map(
    [...text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map((match) => [
      match[1] ?? '',
      match[2] ?? '',
    ]),
  )
  const at = (reference: string | undefined) => objects.get(reference ?? '') ?? ''
  const letters = (font: string) => {
    const map = at(at(font).match(/\/ToUnicode (\d+) 0 R/)?.[1])
    const all = [...map.matchAll(/\[([^\]]*)\]/g)].flatMap((match) =>
      [...(match[1] ?? '').matchAll(/<([0-9a-f]+)>/g)].map((one) => one[1] ?? ''),
    )
    return all.map((hex) =>
      String.fromCodePoint(...(hex.match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 16))),
    )
  }
  return [...objects.values()]
    .filter((object) => /\/Type \/Page\b/.test(object))
    .map((page) => {
      const resources = /\/Resources (\d+) 0 R/.test(page)
        ? at(page.match(/\/Resources (\d+) 0 R/)?.[1])
        : page
      const fonts = new Map(
        [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map((match) => [
          match[1] ?? '',
          letters(match[2] ?? ''),
        ]),
      )
      let font: string[] = []
      let text = ''
      for (const match of at(page.match(/\/Contents (\d+) 0 R/)?.[1]).matchAll(
        /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g,
      )) {
        if (match[1]) font = fonts.get(match[1]) ?? []
        else
          text += `${[...(match[2] ?? '').matchAll(/<([0-9a-f]*)>/g)]
            .flatMap((one) => (one[1] ?? '').match(/.{4}/g) ?? [])
            .map((four) => font[Number.parseInt(four, 16)] ?? '')
            .join('')}\n`
      }
      return text
    })
}
