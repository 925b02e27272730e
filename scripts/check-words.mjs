// Checks comments, test names, pages and the texts of the API document for idioms that the style
// guide in CONTRIBUTING.md rules out, and for British spellings: code, pages and interface use the
// US spelling.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { routeNames } from '#contract/routes/index.ts'
import { buildOpenApiDocument } from '#server/platform/http/openapi.ts'
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
  'per cent',
  'practis(e|ed|es|ing)',
]
/** Lines that quote a British text on purpose. */
const quotedSpellings = /Employee ID,Country,Time zone,Cost centre|up by \+20 per cent/
const patternOf = (words) => new RegExp(String.raw`\b(${words.join('|')})\b`, 'i')
const pattern = patternOf([...idioms, ...britishSpellings])
/** Texts of the interface have their own wording, so only their spelling is checked. */
const spellingPattern = patternOf(britishSpellings)
const files = execFileSync(
  'git',
  ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css', '*.md', '*.sql', 'web/locales/en/*.json'],
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
        const words = file.endsWith('.json') ? spellingPattern : pattern
        const found = quotedSpellings.test(line) ? undefined : words.exec(line)?.[1]
        return found ? [`${file}:${index + 1}: "${found}": ${line.trim().slice(0, 100)}`] : []
      }),
  )

/** Texts of the API are read by people who do not know the project, so they follow more rules. */
const apiRules = [
  // Subjects that are no thing.
  /(?:^|[.:;] )(?:Who|Whoever|What|One|Of an?|By an?)\b/,
  // Metaphors.
  /\b(?:door|wall|house|room|told|tells?|news|heard|hears?|hopes?|stands?)\b/i,
  /\b(?:somebody|nobody|anybody|one’s|no more|for good|by itself|is not there)\b/i,
]
const sentenceWordsMax = 20

/** Returns the summaries and descriptions within a part of the API document, by their place. */
const listApiTexts = (part, place) =>
  Object.entries(part ?? {}).flatMap(([key, value]) => {
    if (typeof value === 'object') return listApiTexts(value, `${place} ${key}`)
    return ['summary', 'description'].includes(key) ? [[`${place} ${key}`, String(value)]] : []
  })

const listApiProblems = ([place, text]) =>
  text
    .replaceAll(/`[^`]*`/g, 'x')
    .split('\n')
    .flatMap((line) => [
      ...[pattern, ...apiRules].flatMap((rule) => {
        const found = rule.exec(line)?.[0]
        return found ? [`${place}: "${found}": ${line.slice(0, 100)}`] : []
      }),
      ...line
        .split(/[.:;] /)
        .filter((sentence) => sentence.split(' ').length > sentenceWordsMax)
        .map((sentence) => `${place}: more than ${sentenceWordsMax} words: ${sentence}`),
    ])

const apiTexts = listApiTexts(buildOpenApiDocument(routeNames, 'https://laurel.test'), 'API:')
problems.push(...apiTexts.flatMap(listApiProblems))

for (const problem of problems) console.error(problem)
if (problems.length) process.exit(1)
console.log(
  `Words: ${files.length} files and ${apiTexts.length} texts of the API follow the style guide.`,
)
