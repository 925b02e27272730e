import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const languages = ['en', 'es', 'pt', 'ru', 'ua']

export default defineConfig({
  root: 'web',
  plugins: [react()],
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
            // One file a language, so that a reader loads their own alone.
            ...languages.map((language) => ({ name: `locale-${language}`, test: new RegExp(`web[\\\\/]locales[\\\\/]${language}[\\\\/]`) })),
            { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next|@tanstack)[\\/]/ },
          ],
        },
      },
    },
  },
})
