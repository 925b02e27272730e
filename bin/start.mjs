import { build, install, serve } from './lib.mjs'

install()
build()
await serve(['server/main.ts'])
