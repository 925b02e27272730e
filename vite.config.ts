import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import type { Route } from './contract/route.ts'
import { routes } from './contract/routes.ts'

/**
 * The browser needs of each call its method, path and access; the shapes are checked by the server and known to the
 * compiler. So the table goes out without its schemas, and zod stays at home: an import that would take it along fails.
 */
function leanRoutes(): Plugin {
  const table = Object.fromEntries(Object.entries(routes).map(([name, { method, path, access }]: [string, Route]) => [name, { method, path, access }]))
  return {
    name: 'lean-routes',
    enforce: 'pre',
    resolveId(id) {
      if (id === 'zod') this.error('zod would go out with the interface')
      return id === '#contract/routes.ts' ? '\0lean-routes' : null
    },
    load: (id) => (id === '\0lean-routes' ? `export const routes = ${JSON.stringify(table)}` : null),
  }
}

/** Compressed once here, not at each request: the server sends `.br` or `.gz` to whoever takes it. What is tiny stays as it is. */
function compressed(): Plugin {
  const ways = [['.br', promisify(brotliCompress)], ['.gz', promisify(gzip)]] as const
  let folder = ''
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build }) => { folder = join(root, build.outDir) },
    async closeBundle() {
      const files = (await readdir(folder, { recursive: true })).filter((name) => /\.(js|css|html|svg|webmanifest)$/.test(name))
      await Promise.all(files.map(async (name) => {
        const bytes = await readFile(join(folder, name))
        if (bytes.length > 1_000) await Promise.all(ways.map(async ([ending, compress]) => writeFile(join(folder, name + ending), await compress(bytes))))
      }))
    },
  }
}

/** The interface's texts come through our own few lines instead of i18next, whose types they have. */
const leanTexts = fileURLToPath(new URL('web/lib/translate.ts', import.meta.url))

export default defineConfig({
  root: 'web',
  plugins: [leanRoutes(), react(), compressed()],
  resolve: { alias: { 'react-i18next': leanTexts, i18next: leanTexts } },
  server: { port: 5173, proxy: { '/api': 'http://localhost:3000', '/files': 'http://localhost:3000', '/dev': 'http://localhost:3000' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 2_048,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/ },
            // What every page begins with, in one file: forty small ones are ten kilobytes and forty requests more.
            { name: 'start', tags: ['$initial'] },
          ],
        },
      },
    },
  },
})
