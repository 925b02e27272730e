import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isSame } from './changed-values.ts'

/**
 * Keeps a form up to date with its saved values, which also change elsewhere: fields without input
 * follow them, and input stays. Returns a function that shows what the server has stored, except in
 * fields edited since the request was sent.
 */
export function useSavedValues<Values extends Record<string, unknown>>(
  { resetDirty, setValues }: Pick<UseFormReturnType<Values>, 'resetDirty' | 'setValues'>,
  saved: Values,
): (stored: Values, sent: Values) => void {
  const latest = JSON.stringify(saved)
  const followed = useRef(saved)
  const replaceUnedited = (next: Values, before: Values) =>
    setValues(
      (current) =>
        Object.fromEntries(
          Object.entries(next).filter(([name]) => isSame(current[name], before[name])),
        ) as Partial<Values>,
    )
  const follow = useEffectEvent(() => {
    if (isSame(followed.current, saved)) return
    replaceUnedited(saved, followed.current)
    followed.current = saved
    resetDirty(saved)
  })
  useEffect(() => follow(), [latest])
  return replaceUnedited
}
