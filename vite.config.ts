import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { slimPalettes, slimParts, slimTransitions } from './vite.mantine.ts'
import {
  assetFileNames,
  chunkFileNames,
  constantLimits,
  cssClassName,
  inlineClassNames,
  nameTextChunks,
  precompress,
  preloadFont,
  pwaAssets,
  slimRouteTable,
} from './vite.plugins.ts'
import { firstPageChunks } from './vite.chunks.ts'
import { earlyScript } from './vite.early.ts'
import { logoSymbol } from './vite.logo.ts'

export default defineConfig({
  root: 'web',
  plugins: [
    slimRouteTable(),
    constantLimits(),
    slimPalettes(),
    slimTransitions(),
    slimParts(),
    react(),
    inlineClassNames(),
    preloadFont(),
    earlyScript(),
    logoSymbol(),
    pwaAssets(),
    nameTextChunks(),
    precompress(),
  ],
  server: {
    port: 5173,
    proxy: {
      '/api': 'http://localhost:3000',
      '/files': 'http://localhost:3000',
      '/badges': 'http://localhost:3000',
      '/calendar': 'http://localhost:3000',
      '/exports': 'http://localhost:3000',
      '/dev': 'http://localhost:3000',
    },
  },
  // The texts are read as a whole.
  json: { namedExports: false },
  css: { modules: { generateScopedName: cssClassName } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 2_048,
    // Every target browser supports module preload.
    modulePreload: {
      polyfill: false,
      // The page itself loads these before any code runs.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html'
          ? files
          : files.filter((file) => !/\/(vendor|rolldown-runtime)-/.test(file)),
    },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        chunkFileNames,
        assetFileNames,
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              priority: 4,
              tags: ['$initial'],
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/,
            },
            // The code of every page in a single file: forty small files cost ten kilobytes and
            // forty requests more.
            { name: 'start', priority: 3, tags: ['$initial'] },
            // The same for the feed and for the code it shares with the sign-in pages.
            ...firstPageChunks(
              'web/features/feed/screens/FeedScreen.tsx',
              'web/features/auth/screens/index.ts',
            ),
          ],
        },
      },
    },
  },
})
