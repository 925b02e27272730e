import { limits } from '#contract/limits.ts'
import { type ScimErrorType, throwInvalid } from './scim-error.ts'

/** `urn`: the schema in front of the name, as written. `name` null: the whole extension. */
export type AttributePath = { urn: string | null; name: string | null; sub: string | null }
export type FilterValue = string | number | boolean | null
const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type FilterOperator = (typeof operators)[number]
export type Filter =
  | { kind: 'compare'; path: AttributePath; operator: FilterOperator; value: FilterValue }
  | { kind: 'present'; path: AttributePath }
  | { kind: 'and' | 'or'; parts: Filter[] }
  | { kind: 'not'; of: Filter }
  | { kind: 'values'; path: AttributePath; of: Filter }
/** The path of a PATCH operation: an attribute, or the values of it that match a filter. */
export type PatchPath = AttributePath & { filter: Filter | null }

const namePattern = /[A-Za-z$][\w$-]*/y
const urnPattern = /urn:[\w.:$-]+/iy
const versionedUrn = /^(urn:.*:\d+\.\d+:[A-Za-z]+)(?::([A-Za-z$][\w$-]*))?$/i
const stringPattern = /"(?:[^"\\]|\\.)*"/y
const wordPattern = /-?[\w.+-]+/y
const spacePattern = / +/y

/**
 * A recursive descent parser of filters and paths (RFC 7644, sections 3.4.2.2 and 3.5.2). Length,
 * depth and number of comparisons are bounded. Own code instead of scimmy, which matches in memory
 * (decision 059).
 */
class Parser {
  private at = 0
  private comparisons = 0
  private readonly text: string
  private readonly scimType: ScimErrorType
  constructor(text: string, scimType: ScimErrorType) {
    this.text = text
    this.scimType = scimType
    if (text.length > limits.scim_filter_chars_max) this.fail('The expression is too long')
  }

  fail(detail: string): never {
    return throwInvalid(this.scimType, detail)
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }
  private takeMark(mark: string): boolean {
    this.take(spacePattern)
    if (this.text[this.at] !== mark) return false
    this.at += 1
    return true
  }
  /** Takes a word such as `and` in any case, if a space or a bracket follows it. */
  private takeKeyword(word: string): boolean {
    this.take(spacePattern)
    const end = this.at + word.length
    const follows = this.text[end]
    if (this.text.slice(this.at, end).toLowerCase() !== word) return false
    if (follows !== undefined && follows !== ' ' && follows !== '(') return false
    this.at = end
    return true
  }
  private expect(mark: string): void {
    if (!this.takeMark(mark)) this.fail(`Expected ${mark} at character ${this.at + 1}`)
  }
  expectEnd(): void {
    this.take(spacePattern)
    if (this.at < this.text.length) this.fail(`Unexpected text at character ${this.at + 1}`)
  }

  path(): AttributePath {
    this.take(spacePattern)
    const urn = this.take(urnPattern)
    if (urn !== undefined) return this.pathOfUrn(urn)
    const name = this.take(namePattern)
    if (name === undefined) this.fail(`Expected an attribute at character ${this.at + 1}`)
    return { urn: null, name, sub: this.subAttribute() }
  }
  /** Splits `urn:…:2.0:User:manager.value`; the pattern took the dot and the sub-attribute as well. */
  private pathOfUrn(text: string): AttributePath {
    const dot = /\.([A-Za-z$][\w$-]*)$/.exec(text)
    const matched = versionedUrn.exec(dot ? text.slice(0, dot.index) : text)
    if (!matched?.[1]) this.fail('Unknown schema')
    const name = matched[2] ?? null
    return { urn: matched[1], name, sub: name === null ? null : (dot?.[1] ?? this.subAttribute()) }
  }
  subAttribute(): string | null {
    if (this.text[this.at] !== '.') return null
    this.at += 1
    return this.take(namePattern) ?? this.fail(`Expected an attribute at character ${this.at + 1}`)
  }

  private value(): FilterValue {
    this.take(spacePattern)
    const quoted = this.take(stringPattern)
    if (quoted !== undefined)
      try {
        return JSON.parse(quoted) as string
      } catch {
        this.fail('A text of the filter is malformed')
      }
    const word = this.take(wordPattern)?.toLowerCase()
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    const number = Number(word)
    return word !== undefined && Number.isFinite(number)
      ? number
      : this.fail(`Expected a value at character ${this.at + 1}`)
  }

  private comparison(depth: number): Filter {
    this.comparisons += 1
    if (this.comparisons > limits.scim_filter_comparisons_max)
      this.fail('The filter has too many comparisons')
    const path = this.path()
    if (this.takeMark('[')) {
      const inner = this.disjunction(depth + 1)
      this.expect(']')
      return { kind: 'values', path, of: inner }
    }
    this.take(spacePattern)
    const word = this.take(namePattern)?.toLowerCase()
    if (word === 'pr') return { kind: 'present', path }
    const operator = operators.find((known) => known === word)
    if (!operator) this.fail(`Unknown operator${word === undefined ? '' : ` ${word}`}`)
    return { kind: 'compare', path, operator, value: this.value() }
  }
  private term(depth: number): Filter {
    if (depth > limits.scim_filter_depth_max) this.fail('The filter is nested too deeply')
    if (this.takeKeyword('not')) {
      this.expect('(')
      const negated = this.disjunction(depth + 1)
      this.expect(')')
      return { kind: 'not', of: negated }
    }
    if (!this.takeMark('(')) return this.comparison(depth)
    const inner = this.disjunction(depth + 1)
    this.expect(')')
    return inner
  }
  private series(kind: 'and' | 'or', next: () => Filter): Filter {
    const first = next()
    const parts = [first]
    while (this.takeKeyword(kind)) parts.push(next())
    return parts.length === 1 ? first : { kind, parts }
  }
  /** `and` binds more tightly than `or`. */
  disjunction(depth: number): Filter {
    return this.series('or', () => this.series('and', () => this.term(depth)))
  }

  patchPath(): PatchPath {
    const path = this.path()
    if (path.name === null || path.sub !== null || !this.takeMark('['))
      return { ...path, filter: null }
    const filter = this.disjunction(0)
    this.expect(']')
    return { ...path, sub: this.subAttribute(), filter }
  }
}

/** Returns the parsed filter of a list. Throws invalidFilter. */
export function parseFilter(text: string): Filter {
  const parser = new Parser(text, 'invalidFilter')
  const filter = parser.disjunction(0)
  parser.expectEnd()
  return filter
}

/** Returns the parsed path of a PATCH operation, or of `attributes`. Throws invalidPath. */
export function parsePath(text: string): PatchPath {
  const parser = new Parser(text, 'invalidPath')
  const path = parser.patchPath()
  parser.expectEnd()
  return path
}
