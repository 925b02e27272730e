import { build, install, serve } from './toolchain.mjs'

install()
build()
await serve(['server/main.ts'])
