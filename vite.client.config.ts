import { defineConfig, type Plugin } from 'vite'
import type { Route } from '#contract/routes/route.ts'
import { routes } from '#contract/routes/index.ts'

const slimTable = Object.fromEntries(
  Object.entries(routes).map(
    ([name, { method, path, access, format, moves, idempotent }]: [string, Route]) => [
      name,
      { method, path, access: access === 'public' ? access : '', format, moves, idempotent },
    ],
  ),
)
/** Replaces the route table by the fields that the client reads: a package without zod's code. */
const slimRoutes: Plugin = {
  name: 'slim-routes',
  enforce: 'pre',
  load: {
    filter: { id: /\/contract\/routes\/index\.ts$/ },
    handler: () => `export const routes = ${JSON.stringify(slimTable)}`,
  },
}

/** The JavaScript of the package @laurel/client (scripts/build-client.mjs). */
export default defineConfig({
  plugins: [slimRoutes],
  build: {
    outDir: 'client/dist',
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    lib: { entry: 'client/index.ts', formats: ['es'], fileName: 'index' },
  },
})
