import { existsSync, readFileSync } from 'node:fs'

/**
 * Parses generated type declarations of an npm package (interfaces, types and namespaces of plain
 * data) on demand. Throws on unknown syntax, so that nothing is skipped silently.
 */
export type TypeNode =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'plain'; name: 'string' | 'number' | 'boolean' | 'unknown' | 'void' }
  | { kind: 'union'; of: TypeNode[] }
  | { kind: 'array'; of: TypeNode }
  | { kind: 'object'; members: TypeMember[]; rest: TypeNode | null }
  | { kind: 'ref'; path: string[]; of: TypeNode[] }
type TypeMember = { name: string; optional: boolean; type: TypeNode }
export type TypeDeclaration = {
  parameters: string[]
  bases: TypeNode[]
  type: TypeNode
  scope: DeclarationScope
}
type Import = { file: URL; name: string | null }
export type DeclarationScope = {
  file: URL
  parent: DeclarationScope | null
  declared: Map<string, TypeDeclaration>
  inner: Map<string, DeclarationScope>
  imports: Map<string, Import>
}
/** A method of a resource class: its parameters and result. */
export type ResourceMethod = {
  resource: string
  name: string
  params: TypeNode | null
  result: TypeNode
  scope: DeclarationScope
}

const token =
  /\s+|\/\*[\s\S]*?\*\/|\/\/[^\n]*|('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[A-Za-z_$][\w$]*|-?\d+(?:\.\d+)?|=>|\.\.\.|[^\s])/g
const tokenize = (text: string) =>
  [...text.matchAll(token)].flatMap(([, word]) => (word === undefined ? [] : [word]))
const isQuoted = (word: string) => word.startsWith("'") || word.startsWith('"')
const isName = (word: string) => /^[A-Za-z_$]/.test(word)
const primitiveTypes = new Set(['string', 'number', 'boolean', 'unknown', 'void'])
const createScope = (file: URL, parent: DeclarationScope | null): DeclarationScope => ({
  file,
  parent,
  declared: new Map(),
  inner: new Map(),
  imports: new Map(),
})

class DeclarationParser {
  private at = 0
  readonly methods: ResourceMethod[] = []
  private readonly all: string[]
  private readonly file: URL
  constructor(text: string, file: URL) {
    this.all = tokenize(text)
    this.file = file
  }
  private peek(ahead = 0) {
    return this.all[this.at + ahead] ?? ''
  }
  private next() {
    this.at += 1
    return this.all[this.at - 1] ?? ''
  }
  private take(word: string) {
    const is = this.peek() === word
    if (is) this.at += 1
    return is
  }
  private need(word: string) {
    if (!this.take(word))
      throw new Error(
        `${this.file.pathname}: expected ${word} at ${this.all.slice(this.at - 5, this.at + 5).join(' ')}`,
      )
  }
  private skipTo(end: string) {
    while (this.at < this.all.length && this.next() !== end);
  }

  private parameters(): string[] {
    const names: string[] = []
    if (!this.take('<')) return names
    while (!this.take('>')) {
      names.push(this.next())
      if (this.take('extends')) this.type()
      if (this.take('=')) this.type()
      this.take(',')
    }
    return names
  }
  private list(end: string): TypeNode[] {
    const types: TypeNode[] = []
    while (!this.take(end)) {
      types.push(this.type())
      this.take(',')
    }
    return types
  }
  private members(): TypeNode {
    const members: TypeMember[] = []
    let rest: TypeNode | null = null
    while (!this.take('}')) {
      if (this.take('[')) {
        this.skipTo(':')
        this.type()
        this.need(']')
        this.need(':')
        rest = this.type()
      } else {
        this.take('readonly')
        const word = this.next()
        const optional = this.take('?')
        this.need(':')
        members.push({
          name: isQuoted(word) ? word.slice(1, -1) : word,
          optional,
          type: this.type(),
        })
      }
      if (!this.take(';')) this.take(',')
    }
    return { kind: 'object', members, rest }
  }
  private one(): TypeNode {
    const word = this.next()
    if (word === '(') {
      const inside = this.type()
      this.need(')')
      return inside
    }
    if (word === '{') return this.members()
    if (isQuoted(word)) return { kind: 'literal', value: word.slice(1, -1) }
    if (/^-?\d/.test(word)) return { kind: 'literal', value: Number(word) }
    if (word === 'null') return { kind: 'literal', value: null }
    if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' }
    if (primitiveTypes.has(word)) return { kind: 'plain', name: word as 'string' }
    if (!isName(word))
      throw new Error(
        `${this.file.pathname}: no type at ${this.all.slice(this.at - 5, this.at + 5).join(' ')}`,
      )
    const path = [word]
    while (this.take('.')) path.push(this.next())
    return { kind: 'ref', path, of: this.take('<') ? this.list('>') : [] }
  }
  type(): TypeNode {
    this.take('|')
    const of: TypeNode[] = []
    do {
      let one = this.one()
      while (this.peek() === '[' && this.peek(1) === ']') {
        this.at += 2
        one = { kind: 'array', of: one }
      }
      // `string & Record<never, never>`: any other string.
      while (this.take('&')) this.one()
      of.push(one)
    } while (this.take('|'))
    const [first] = of
    return of.length === 1 && first ? first : { kind: 'union', of }
  }

  private import(scope: DeclarationScope) {
    if (isQuoted(this.peek())) return this.skipTo(';')
    const names: { local: string; name: string | null }[] = []
    this.take('type')
    if (this.take('*')) {
      this.need('as')
      names.push({ local: this.next(), name: null })
    } else {
      this.need('{')
      while (!this.take('}')) {
        const name = this.next()
        names.push({ name, local: this.take('as') ? this.next() : name })
        this.take(',')
      }
    }
    this.need('from')
    const file = new URL(this.next().slice(1, -1).replace(/\.js$/, '.d.ts'), this.file)
    for (const { local, name } of names) scope.imports.set(local, { file, name })
    this.take(';')
  }
  /** Only the methods of a class with at most one parameter object are parsed. */
  private class(scope: DeclarationScope) {
    const resource = this.next()
    this.skipTo('{')
    let depth = 1
    while (depth > 0) {
      const word = this.next()
      if (word === '{') depth += 1
      else if (word === '}') depth -= 1
      else if (depth === 1 && isName(word) && this.peek() === '(')
        this.method(scope, resource, word)
    }
  }
  private method(scope: DeclarationScope, resource: string, name: string) {
    this.need('(')
    let params: TypeNode | null = null
    while (!this.take(')')) {
      const argument = this.next()
      this.take('?')
      this.need(':')
      const type = this.type()
      if (argument === 'params') params = type
      this.take(',')
    }
    if (this.take(':')) this.methods.push({ resource, name, params, result: this.type(), scope })
  }
  block(scope: DeclarationScope, end: string | null): DeclarationScope {
    while (end === null ? this.at < this.all.length : !this.take(end)) {
      while (this.take('export') || this.take('declare'));
      const word = this.next()
      if (word === 'import') this.import(scope)
      else if (word === 'class') this.class(scope)
      else if (word === 'interface') {
        const name = this.next()
        const parameters = this.parameters()
        const bases: TypeNode[] = []
        if (this.take('extends'))
          do bases.push(this.one())
          while (this.take(','))
        this.need('{')
        scope.declared.set(name, { parameters, bases, type: this.members(), scope })
      } else if (word === 'type') {
        const name = this.next()
        const parameters = this.parameters()
        this.need('=')
        scope.declared.set(name, { parameters, bases: [], type: this.type(), scope })
        this.take(';')
      } else if (word === 'namespace') {
        const name = this.next()
        const inner = scope.inner.get(name) ?? createScope(this.file, scope)
        scope.inner.set(name, inner)
        this.need('{')
        this.block(inner, '}')
      } else if (word !== ';') this.skipTo(';')
    }
    return scope
  }
}

/**
 * Creates a reader of the declarations in a folder of an npm package. Files are read when a name
 * refers to them.
 */
export function createDeclarationReader() {
  const files = new Map<string, { scope: DeclarationScope; methods: ResourceMethod[] } | null>()
  function read(file: URL) {
    const cached = files.get(file.href)
    if (cached !== undefined) return cached
    const reader = existsSync(file) ? new DeclarationParser(readFileSync(file, 'utf8'), file) : null
    const found = reader && {
      scope: reader.block(createScope(file, null), null),
      methods: reader.methods,
    }
    files.set(file.href, found)
    return found
  }
  /**
   * Returns the declaration of a name at its place of use, or null when another folder declares it.
   */
  function find(path: string[], from: DeclarationScope): TypeDeclaration | null {
    const [head = '', ...rest] = path
    for (let scope: DeclarationScope | null = from; scope; scope = scope.parent) {
      const imported = scope.imports.get(head)
      if (imported)
        return imported.name === null ? null : inFile(imported.file, [imported.name, ...rest])
      const found = inside(scope, path)
      if (found) return found
    }
    throw new Error(`${from.file.pathname}: ${path.join('.')} is not declared`)
  }
  function inside(scope: DeclarationScope, path: string[]): TypeDeclaration | null {
    let at: DeclarationScope | undefined = scope
    for (const name of path.slice(0, -1)) at = at?.inner.get(name)
    return at?.declared.get(path.at(-1) ?? '') ?? null
  }
  function inFile(file: URL, path: string[]): TypeDeclaration | null {
    const read_ = read(file)
    return read_ && inside(read_.scope, path)
  }
  return { read, find }
}
