import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { language as languages } from '#contract/schemas/common.ts'
import type { Route } from '#contract/routes/route.ts'
import { routes } from '#contract/routes/index.ts'

/**
 * The browser needs of each call its method, path and access; the shapes are checked by the server
 * and known to the compiler. So the table goes out without its schemas, and zod stays at home: an
 * import that would take it along fails.
 */
export function leanRoutes(): Plugin {
  // One line for each call: 'posts.get GET /posts/:id take_part'.
  const table = Object.entries(routes)
    .map(
      ([name, { method, path, access }]: [string, Route]) =>
        `${name} ${method} ${path}${access === 'public' ? ' public' : ''}`,
    )
    .join('\n')
  const code = `export const routes = Object.fromEntries(${JSON.stringify(table)}.split('\\n').map((line) => { const [name, method, path, access] = line.split(' '); return [name, { method, path, access }] }))`
  return {
    name: 'lean-routes',
    enforce: 'pre',
    resolveId(id) {
      if (id === 'zod') this.error('zod would go out with the interface')
      return id === '#contract/routes/index.ts' ? '\0lean-routes' : null
    },
    load: (id) => (id === '\0lean-routes' ? code : null),
  }
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

type Words = { nav: Record<'feed' | 'rewards', string> }
/**
 * What a system shows of the installed product, in each language; the page says which of them is
 * its own.
 */
function manifest(language: string): string {
  const { nav } = JSON.parse(
    readFileSync(here(`web/locales/${language}/common.json`), 'utf8'),
  ) as Words
  const icon = (size: number, purpose: string) => ({
    src: `/icons/${purpose}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return JSON.stringify({
    id: '/',
    name: 'Laurel',
    short_name: 'Laurel',
    lang: language === 'ua' ? 'uk' : language,
    start_url: '/feed',
    scope: '/',
    display: 'standalone',
    background_color: '#FBF7F0',
    theme_color: '#FBF7F0',
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
    shortcuts: [
      { name: nav.feed, url: '/feed' },
      { name: nav.rewards, url: '/rewards' },
    ],
  })
}

type Known = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }
/** Small parts of the library that the first pages show at once. */
const shown =
  /@mantine[\\/](hooks[\\/]esm[\\/]use-(id|merged-ref|uncontrolled)|core[\\/]esm[\\/]components[\\/](ActionIcon|CloseButton))[\\/]/
/**
 * Two files: one for our code that comes at once with the first page alone, and before it one for
 * what both pages share.
 */
export function firstPages(first: string, second: string) {
  const withPage = new Map<string, Set<string>>()
  const comesWith = (page: string, known: Known) => {
    const found = withPage.get(page) ?? new Set([here(page)])
    if (!withPage.has(page))
      for (const id of found)
        for (const other of known.getModuleInfo(id)?.importedIds ?? [])
          if (!other.includes('node_modules')) found.add(other)
    withPage.set(page, found)
    return found
  }
  return [
    {
      debugName: 'pieces',
      priority: 1,
      name: (id: string, known: Known) =>
        shown.test(id) || (comesWith(first, known).has(id) && comesWith(second, known).has(id))
          ? 'pieces'
          : null,
    },
    {
      debugName: 'feed',
      priority: 0,
      name: (id: string, known: Known) => (comesWith(first, known).has(id) ? 'feed' : null),
    },
  ]
}

/**
 * What comes when it is looked at, not before: each language's texts, charts, and fonts by their
 * letters.
 */
const onDemand = (name: string, texts: ReadonlySet<string>) =>
  texts.has(name) || /\/mantine-charts-|\.woff2?$/.test(name)

/**
 * Makes the product installable: a manifest for each language, and the service worker with the
 * names of all it keeps.
 */
export function installable(): Plugin {
  return {
    name: 'installable',
    apply: 'build',
    generateBundle: {
      // After all others: what they take out of the bundle is nothing to keep.
      order: 'post',
      handler(_, bundle) {
        for (const language of languages.options)
          this.emitFile({
            type: 'asset',
            fileName: `manifest-${language}.webmanifest`,
            source: manifest(language),
          })
        const texts = new Set(
          Object.values(bundle).flatMap((one) =>
            one.type === 'chunk' && one.facadeModuleId?.includes('/locales/') ? [one.fileName] : [],
          ),
        )
        const built = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/') && !onDemand(name, texts))
          .map((name) => `/${name}`)
        const files = ['/index.html', '/scheme.js', '/favicon.svg', ...built]
        const worker = readFileSync(here('web/sw.js'), 'utf8')
        const version = createHash('sha256')
          .update(worker + files.join())
          .digest('hex')
          .slice(0, 12)
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: worker
            .replace('__VERSION__', version)
            .replace("['__FILES__']", JSON.stringify(files)),
        })
      },
    },
  }
}

/**
 * The letters of most pages are on their way before the style sheet asks for them, so that words do
 * not move when they come.
 */
export function fontAhead(): Plugin {
  return {
    name: 'font-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => /\/onest-latin-wght-normal-.*\.woff2$/.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${name}`,
              crossorigin: true,
            },
            injectTo: 'head' as const,
          })),
    },
  }
}

/**
 * Compressed once here, not at each request: the server sends `.br` or `.gz` to whoever takes it.
 * What is tiny stays as it is.
 */
export function compressed(): Plugin {
  const ways = [
    ['.br', promisify(brotliCompress)],
    ['.gz', promisify(gzip)],
  ] as const
  let folder = ''
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    async closeBundle() {
      const files = (await readdir(folder, { recursive: true })).filter((name) =>
        /\.(js|css|html|svg|webmanifest)$/.test(name),
      )
      await Promise.all(
        files.map(async (name) => {
          const bytes = await readFile(resolve(folder, name))
          if (bytes.length > 1_000)
            await Promise.all(
              ways.map(async ([ending, compress]) =>
                writeFile(resolve(folder, name + ending), await compress(bytes)),
              ),
            )
        }),
      )
    },
  }
}
