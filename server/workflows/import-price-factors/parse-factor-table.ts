import { limits } from '#contract/limits.ts'
import { formatFactorParts, isFactorInRange, parseFactorParts } from '#contract/price-factor.ts'
import type { PriceFactorInput } from '#contract/schemas/price-factors.ts'
import { foldText } from '#server/modules/people-files/fold-text.ts'
import type { TableRow } from '#server/modules/people-files/list-reader.ts'
import { parseCountry } from '#server/modules/people-files/parse-country.ts'
import { Refusal, throwRefusal } from '#server/platform/errors.ts'

/** Names of the columns in our five languages, without case and accents. */
const countryNames = /^(country|pais|страна|краіна|країна|kod|code)( |$)/
const factorNames = /^(factor|fator|coeficiente|коэффициент|коефіцієнт|коефициент|множитель)( |$)/

/** Errors shown at once: the first lines that are wrong. */
const problemsMax = 5

/** Returns the columns of country and factor. Without their names, the first two are taken. */
function findColumns(header: string[]): { country: number; factor: number; hasHeader: boolean } {
  const names = header.map(foldText)
  const [country, factor] = [countryNames, factorNames].map((pattern) =>
    names.findIndex((name) => pattern.test(name)),
  ) as [number, number]
  if (country >= 0 && factor >= 0) return { country, factor, hasHeader: true }
  const hasNumber = readFactor(header[1] ?? '') !== undefined
  return { country: 0, factor: 1, hasHeader: !hasNumber && /\p{L}/u.test(header[1] ?? '') }
}

/** Returns a factor in ten-thousandths. The decimal sign is a point or a comma. */
const readFactor = (cell: string): number | undefined =>
  parseFactorParts(cell.trim().replace(',', '.'))

function parseRow(line: number, country: string, factor: string): PriceFactorInput {
  const code = parseCountry(country.trim())
  if (code === undefined)
    return throwRefusal('line_country', { field: 'file', params: { line, name: country } })
  const parts = readFactor(factor)
  if (parts === undefined || !isFactorInRange(parts))
    return throwRefusal('line_factor', {
      field: 'file',
      params: { line, start: limits.price_factor_min, finish: limits.price_factor_max },
    })
  return { country: code, factor: formatFactorParts(parts) }
}

/**
 * Returns the factors of a table. Countries are codes or names. Throws line_country, line_factor and
 * line_repeated for the first wrong lines.
 */
export function parseFactorTable(rows: TableRow[]): PriceFactorInput[] {
  const { country, factor, hasHeader } = findColumns(rows[0]?.cells ?? [])
  const factors = new Map<string, PriceFactorInput>()
  const problems: Refusal['list'] = []
  for (const { line, cells } of rows.slice(hasHeader ? 1 : 0)) {
    try {
      const name = cells[country] ?? ''
      const row = parseRow(line, name, cells[factor] ?? '')
      if (factors.has(row.country))
        throwRefusal('line_repeated', { field: 'file', params: { line, name } })
      factors.set(row.country, row)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.push(...error.list)
    }
    if (problems.length >= problemsMax) break
  }
  if (problems.length) throw new Refusal(problems)
  return [...factors.values()]
}
