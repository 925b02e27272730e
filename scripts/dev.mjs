// Starts the server with restarts on change, and Vite's development server, which proxies API calls
// to it.
import { spawn } from 'node:child_process'
import {
  binPath,
  buildWeb,
  childEnvironment,
  installPackages,
  root,
  runServer,
} from './toolchain.mjs'

installPackages()
buildWeb()
const vite = spawn(binPath('vite'), [], { cwd: root, stdio: 'inherit', env: childEnvironment() })
process.on('exit', () => vite.kill())
await runServer(['--watch', 'server/main.ts'])
