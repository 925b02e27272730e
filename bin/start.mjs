import { build, install, serve } from './lib.mjs'

install()
build()
serve(['server/main.ts'])
