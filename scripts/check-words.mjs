// Checks comments, test names and pages for idioms that the style guide in CONTRIBUTING.md rules
// out, and for British spellings: code, pages and interface use the US spelling.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './toolchain.mjs'

const idioms = [
  'whoever',
  'whosoever',
  'whatsoever',
  'anew',
  'meanwhile',
  'told of',
  'tells of',
  'hears of',
  'heard of',
  'lets in',
  'let in by',
  'by itself alone',
  'is none of ours',
  'stands in for',
]
/** Verbs in -ise are matched without -s and -d: `recognises` is a field of the API. */
const britishSpellings = [
  'behaviours?',
  'licences?',
  'colours?',
  'catalogues?',
  'neighbours?',
  'honours?',
  'favours?',
  'centres?',
  'fulfilments?',
  'fulfils',
  '(recogn|organ|normal|initial|optim|categor|serial|custom|summar|synchron)(ise|ising|isable)',
  'organisations?',
]
/** Lines that quote a British text on purpose. */
const quotedSpellings = /Employee ID,Country,Time zone,Cost centre/
const pattern = new RegExp(String.raw`\b(${[...idioms, ...britishSpellings].join('|')})\b`, 'i')
const files = execFileSync(
  'git',
  ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css', '*.md', '*.sql'],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  },
)
  .trim()
  .split('\n')
  .filter((file) => file !== 'scripts/check-words.mjs' && !file.startsWith('tests/contracts/'))

const problems = files
  .filter((file) => existsSync(join(root, file)))
  .flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const found = quotedSpellings.test(line) ? undefined : pattern.exec(line)?.[1]
        return found ? [`${file}:${index + 1}: "${found}": ${line.trim().slice(0, 100)}`] : []
      }),
  )
for (const problem of problems) console.error(problem)
if (problems.length) process.exit(1)
console.log(`Words: ${files.length} files follow the style guide.`)
