import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** The address changes after a pause of the typing. */
const typingPauseMs = 200

/**
 * Returns the text of a field whose value is part of the address. `type` changes the text, and the
 * address after a pause; `replace` drops what was typed.
 */
export function useAddressField(
  inAddress: string | undefined,
  change: (value: string | undefined) => void,
) {
  const [typed, setTyped] = useState(inAddress ?? '')
  const [known, setKnown] = useState({ inAddress, sent: inAddress })
  const send = useDebouncedCallback((text: string) => {
    const sent = text.trim() || undefined
    setKnown((old) => ({ ...old, sent }))
    change(sent)
  }, typingPauseMs)
  // A link, or going back, has brought another value than the typed one.
  if (inAddress !== known.inAddress) {
    setKnown({ inAddress, sent: inAddress })
    if (inAddress !== known.sent) setTyped(inAddress ?? '')
  }
  return {
    typed,
    type: (text: string) => {
      setTyped(text)
      send(text)
    },
    replace: (value: string | undefined) => {
      send.cancel()
      setTyped(value ?? '')
    },
  }
}
