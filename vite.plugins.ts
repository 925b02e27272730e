import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { language as languages } from '#contract/schemas/common.ts'
import type { Route } from '#contract/routes/route.ts'
import { routes } from '#contract/routes/index.ts'
import { limits } from '#contract/limits.ts'

const routeLines = new Map(
  Object.entries(routes).map(([name, { method, path, access, affects }]: [string, Route]) => {
    const kind = access === 'public' ? access : ''
    return [name, [name, method, path, kind, String(affects ?? '')].join(' ').trimEnd()]
  }),
)
const routeModule = '\0lean-routes'
const routeModuleCode = `export const routes = {}
export function addRoutes(lines) {
  for (const line of lines.split(';')) {
    const [name, method, path, access, affects = ''] = line.split(' ')
    routes[name] = { method, path, access, affects: affects === 'everything' ? affects : affects.split(',') }
  }
}`
/**
 * Replaces the route table by method, path, access and affected queries: the browser needs no
 * schemas, because the server validates and the compiler knows the shapes. Each module adds the
 * routes it names, as a line each ('values.create POST /values  values,config,posts'), so that the
 * first page has none of the others. An import of zod fails the build.
 */
export function slimRouteTable(): Plugin {
  return {
    name: 'lean-routes',
    enforce: 'pre',
    resolveId(id) {
      if (id === 'zod') this.error('zod must not be part of the web bundle')
      return id === '#contract/routes/index.ts' ? routeModule : null
    },
    load: (id) => (id === routeModule ? routeModuleCode : null),
    transform: {
      filter: { id: { include: /\/(web|contract)\/.*\.tsx?$/, exclude: /node_modules/ } },
      handler(code) {
        const names = new Set(
          [...code.matchAll(/['"](\w+\.\w+)['"]/g)].map(
            ([, name = '']) => routeLines.get(name) ?? '',
          ),
        )
        names.delete('')
        if (!names.size) return null
        const lines = JSON.stringify([...names].join(';'))
        return {
          code: `${code}\nimport { addRoutes as addNamedRoutes } from '#contract/routes/index.ts'\naddNamedRoutes(${lines})\n`,
          map: null,
        }
      },
    },
  }
}

/** The table of limits in contract/limits.ts, with the tables that it spreads. */
const limitsTable = /^import [^]*?^export const limits = \{[^]*?^\} as const\n/m

/**
 * Replaces each limit by its number, so that no chunk has the names of limits. The table itself
 * becomes one literal: a bundler keeps a table that spreads others, also if nothing reads it.
 */
export function constantLimits(): Plugin {
  return {
    name: 'constant-limits',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/(web|contract)\/.*\.tsx?$/, code: /limits\.ts'/ },
      handler: (code, id) => ({
        code: (id.endsWith('/contract/limits.ts')
          ? code.replace(limitsTable, () => `export const limits = ${JSON.stringify(limits)}\n`)
          : code
        ).replaceAll(/(?<![\w.])limits\.(\w+)/g, (use, name: keyof typeof limits) =>
          name in limits ? JSON.stringify(limits[name]) : use,
        ),
        map: null,
      }),
    },
  }
}

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url))

type NavMessages = { nav: Record<'feed' | 'rewards', string> }
/** Returns the web app manifest of a language; the page links the manifest of its language. */
function manifest(language: string): string {
  const { nav } = JSON.parse(
    readFileSync(resolvePath(`web/locales/${language}/common.json`), 'utf8'),
  ) as NavMessages
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

/** The content of all texts: files of texts change with it alone. */
const textsHash = createHash('sha256')
for (const language of languages.options) {
  const folder = resolvePath(`web/locales/${language}`)
  for (const name of readdirSync(folder).sort()) textsHash.update(readFileSync(`${folder}/${name}`))
}
const textsVersion = textsHash.digest('base64url').slice(0, 8)

/** Files that keep their names, beside those of screens: those that the budget of the first page counts. */
const namedChunks = new Set(['vendor', 'rolldown-runtime', 'start', 'feed', 'pieces', 'icons'])
/**
 * Returns the pattern of a chunk's file name. The start chunk lists the names of all others, so the
 * texts share one hash, and the others have nothing but a short one.
 */
export function chunkFileNames({
  name: chunk,
  facadeModuleId,
}: {
  name: string
  facadeModuleId?: string | null
}): string {
  const [, language, name] = /\/locales\/(\w+)\/(\w+)\.json$/.exec(facadeModuleId ?? '') ?? []
  if (language) return `assets/${language}-${name}-${textsVersion}.js`
  return namedChunks.has(chunk) || chunk.endsWith('Screen')
    ? 'assets/[name]-[hash:7].js'
    : 'assets/c[hash:7].js'
}

/** Returns the pattern of an asset's file name. The start chunk lists the names of style sheets. */
export const assetFileNames = ({ names }: { names: readonly string[] }): string =>
  names.some((name) => name.endsWith('.css'))
    ? 'assets/a[hash:6][extname]'
    : 'assets/[name]-[hash:6][extname]'

/** The table of text chunks that `import.meta.glob` of web/lib/i18n.ts becomes. */
const textTable =
  /Object\.assign\(\{(?:"\.\.\/locales\/\w+\/\w+\.json":\(\)=>\w+\(\(\)=>import\(`[^`]+`\),\[\]\),?)+\}\)/

/**
 * Replaces the table of text chunks by a rule for their names. The table holds a line for each
 * language and namespace, which is half a kilobyte of the first page.
 */
export function nameTextChunks(): Plugin {
  const rule = `new Proxy({},{get:(_,p)=>()=>import(p.replace(/.*\\/(\\w+)\\/(\\w+).json/,"./$1-$2-${textsVersion}.js"))})`
  return {
    name: 'name-text-chunks',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunk = Object.values(bundle).find(
          (one) => one.type === 'chunk' && textTable.test(one.code),
        )
        if (chunk?.type !== 'chunk') return this.error('the table of text chunks was not found')
        chunk.code = chunk.code.replace(textTable, () => rule)
        return undefined
      },
    },
  }
}

/**
 * Returns the class names of a CSS module: short, and unique by the path of its file, so that both
 * style sheets and code compress well.
 */
export const cssClassName = (name: string, file: string): string =>
  `${name}_${createHash('sha256')
    .update(relative(resolvePath('web'), file.split('?')[0] ?? file))
    .digest('base64url')
    .replaceAll(/[-_]/g, '')
    .slice(0, 4)}`

/**
 * Makes the default export of a CSS module its namespace, so that the bundler replaces
 * `css['name']` by the class name and leaves out unused names.
 */
export function inlineClassNames(): Plugin {
  const modules = new Set<string>()
  return {
    name: 'inline-class-names',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\.module\.css$/ },
      handler(code, id) {
        const names = code.indexOf('export default')
        if (names < 0) return null
        // Vite exports no reserved word by name: `css['new']` would be undefined.
        const [, reserved] = /^\s*"?([\w-]+)"?: "/m.exec(code.slice(names)) ?? []
        if (reserved) this.error(`.${reserved} is a reserved word, and cannot name a class`)
        modules.add(id)
        return {
          code: `${code.slice(0, names)}export * as default from ${JSON.stringify(id)}`,
          map: null,
        }
      },
    },
    // A module whose constants are all inlined would lose its styles.
    generateBundle(_, bundle) {
      const styles = Object.values(bundle)
        .map((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? file.source : ''))
        .join('')
      for (const id of modules)
        if (!styles.includes(cssClassName('', id))) this.error(`the build lost the styles of ${id}`)
    },
  }
}

/** Files loaded on demand: texts of each language, and fonts by character range. */
const isOnDemand = (name: string, texts: ReadonlySet<string>) =>
  texts.has(name) || /\.woff2?$/.test(name)

/** Emits a manifest for each language, and the service worker with the list of files to cache. */
export function pwaAssets(): Plugin {
  return {
    name: 'installable',
    apply: 'build',
    generateBundle: {
      // Runs last: other plugins may remove files from the bundle.
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
          .filter((name) => name.startsWith('assets/') && !isOnDemand(name, texts))
          .map((name) => `/${name}`)
        const files = ['/index.html', '/early.js', '/favicon.svg', ...built]
        const worker = readFileSync(resolvePath('web/sw.js'), 'utf8')
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
 * Preloads the font of most pages before the style sheet requests it, so that text does not shift.
 */
export function preloadFont(): Plugin {
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
 * Compresses files at build time: the server sends `.br` or `.gz` to clients that accept them. Tiny
 * files stay uncompressed.
 */
export function precompress(): Plugin {
  const encodings = [
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
              encodings.map(async ([extension, compress]) =>
                writeFile(resolve(folder, name + extension), await compress(bytes)),
              ),
            )
        }),
      )
    },
  }
}
