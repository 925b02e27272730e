import type { AppConfig } from '#contract/schemas/workspaces.ts'

/** Returns a value by its id. The default value takes the place of a retired one. */
export const findOfferedValue = (values: AppConfig['values'], id: string | null | undefined) =>
  values.find((value) => value.id === id) ?? values.find((value) => value.default) ?? values[0]
