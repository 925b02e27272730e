import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed, firstPages, fontAhead, installable, leanRoutes } from './vite.plugins.ts'

export default defineConfig({
  root: 'web',
  plugins: [leanRoutes(), react(), fontAhead(), installable(), compressed()],
  server: {
    port: 5173,
    proxy: {
      '/api': 'http://localhost:3000',
      '/files': 'http://localhost:3000',
      '/calendar': 'http://localhost:3000',
      '/dev': 'http://localhost:3000',
    },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 2_048,
    // Every browser of the target loads modules ahead by itself.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              priority: 3,
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/,
            },
            // What every page begins with, in one file: forty small ones are ten kilobytes and
            // forty requests more.
            { name: 'start', priority: 2, tags: ['$initial'] },
            // What the feed begins with, and what it shares with the sign-in pages, for the same
            // reason.
            ...firstPages(
              'web/features/feed/screens/FeedScreen.tsx',
              'web/features/auth/screens/index.ts',
            ),
          ],
        },
      },
    },
  },
})
