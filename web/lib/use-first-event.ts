import { useEffect, useState } from 'react'

/** Returns whether one of the events has occurred in the window. Loads code that only they need. */
export function useFirstEvent(...names: (keyof WindowEventMap)[]): boolean {
  const [hasOccurred, setOccurred] = useState(false)
  const joined = names.join(' ')
  useEffect(() => {
    const listening = new AbortController()
    for (const name of joined.split(' '))
      window.addEventListener(
        name,
        () => {
          listening.abort()
          setOccurred(true)
        },
        { passive: true, signal: listening.signal },
      )
    return () => listening.abort()
  }, [joined])
  return hasOccurred
}
