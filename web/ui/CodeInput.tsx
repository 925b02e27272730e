import { PinInput } from '@mantine/core'
import { useEffect, useRef } from 'react'

type Props = {
  length: number
  value: string
  onChange: (code: string) => void
  label: string
  digitLabel: (n: number) => string
  disabled?: boolean
  error?: boolean
}

/**
 * Renders a box for each digit of a one-time code; a pasted or autofilled code spreads over them.
 */
export function CodeInput({
  length,
  value,
  onChange,
  label,
  digitLabel,
  disabled = false,
  error = false,
}: Props) {
  const root = useRef<HTMLDivElement>(null)
  // A refused code is cleared: focus returns to the first box.
  const shouldRefocus = error && !disabled && value === ''
  useEffect(() => {
    if (shouldRefocus) root.current?.querySelector('input')?.focus()
  }, [shouldRefocus])
  return (
    <PinInput
      rootRef={root}
      length={length}
      type="number"
      size="lg"
      value={value}
      onChange={onChange}
      oneTimeCode
      autoFocus
      disabled={disabled}
      error={error}
      aria-label={label}
      placeholder=""
      gap="xs"
      styles={{
        root: { flexWrap: 'nowrap', maxWidth: 400 },
        pinInput: { flex: '1 1 0', minWidth: 0, width: 'auto' },
        input: { width: '100%', minWidth: 0 },
      }}
      getInputProps={(index) => ({ 'aria-label': digitLabel(index + 1) })}
    />
  )
}
