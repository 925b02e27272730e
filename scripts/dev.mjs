// The server, restarted at each change, and Vite's development server, which passes API calls on to
// it.
import { spawn } from 'node:child_process'
import { bin, build, environment, install, root, serve } from './toolchain.mjs'

install()
build()
const vite = spawn(bin('vite'), [], { cwd: root, stdio: 'inherit', env: environment() })
process.on('exit', () => vite.kill())
await serve(['--watch', 'server/main.ts'])
