// openapi-typescript needs the compiler API of TypeScript 5, which TypeScript 7 does not have.
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
})
