import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import type { Route } from './contract/route.ts'
import { routes } from './contract/routes.ts'

const languages = ['en', 'es', 'pt', 'ru', 'ua']

/**
 * The browser needs of each call its method, path and access; the shapes are checked by the server and known to the
 * compiler. So the table goes out without its schemas, and zod stays at home.
 */
function leanRoutes(): Plugin {
  const table = Object.fromEntries(Object.entries(routes).map(([name, { method, path, access }]: [string, Route]) => [name, { method, path, access }]))
  return {
    name: 'lean-routes',
    enforce: 'pre',
    resolveId: (id) => (id === '#contract/routes.ts' ? '\0lean-routes' : null),
    load: (id) => (id === '\0lean-routes' ? `export const routes = ${JSON.stringify(table)}` : null),
  }
}

export default defineConfig({
  root: 'web',
  plugins: [leanRoutes(), react()],
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
            // One file a language, so that a reader loads their own alone; ideas only where somebody looks at them.
            ...languages.map((language) => ({ name: `locale-${language}`, test: new RegExp(`web[\\\\/]locales[\\\\/]${language}[\\\\/](?!ideas)`) })),
            { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next|@tanstack)[\\/]/ },
          ],
        },
      },
    },
  },
})
