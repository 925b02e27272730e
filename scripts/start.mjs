import { buildWeb, installPackages, runServer } from './toolchain.mjs'

installPackages()
buildWeb()
await runServer(['server/main.ts'])
