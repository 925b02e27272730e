import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { minifySync, type Plugin, type Rolldown } from 'vite'
import { earlyPages } from './web/early-pages.ts'

const commonTexts = ['common', 'errors']

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Returns the names of the files that a chunk loads, those of `loaded` left out. */
function listFiles(
  bundle: Rolldown.OutputBundle,
  chunkName: string,
  loaded: ReadonlySet<string>,
): Set<string> {
  const files = new Set([chunkName])
  for (const name of files) {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk') continue
    for (const other of [...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])])
      if (!loaded.has(other)) files.add(other)
  }
  return files
}

/** Emits web/early.js with the files of the early pages, so that they load beside the first code. */
export function earlyScript(): Plugin {
  return {
    name: 'early-script',
    apply: 'build',
    generateBundle: {
      // Runs last: other plugins may remove files from the bundle.
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const nameOf = (path: string) =>
          (
            chunks.find(({ facadeModuleId }) => facadeModuleId === resolvePath(path)) ??
            chunks.find(({ moduleIds }) => moduleIds.includes(resolvePath(path)))
          )?.fileName ?? this.error(`no chunk has ${path}`)
        const page = bundle['index.html']
        if (page?.type !== 'asset') return this.error('the bundle has no index.html')
        const loaded = new Set(
          [...String(page.source).matchAll(/"\/(assets\/[^"]+)"/g)].map(([, name = '']) => name),
        )
        const textsOf = (names: string[]) =>
          names.map((name) => nameOf(`web/locales/en/${name}.json`).replace('/en-', '/*-'))
        const filesByPage = Object.fromEntries(
          Object.entries(earlyPages).map(([page, { screen, texts }]) => [
            page,
            [
              ...textsOf([...commonTexts, ...texts]),
              ...listFiles(bundle, nameOf(screen), loaded),
            ].map((name) => name.replace('assets/', '')),
          ]),
        )
        const script = readFileSync(resolvePath('web/early.js'), 'utf8')
        this.emitFile({
          type: 'asset',
          fileName: 'early.js',
          source: minifySync(
            'early.js',
            script.replace('{ __FILES__: [] }', JSON.stringify(filesByPage)),
          ).code,
        })
        return undefined
      },
    },
  }
}
