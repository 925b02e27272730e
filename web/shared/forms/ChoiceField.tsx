import { Input, SegmentedControl } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** A choice between a few answers, with its label. The props of a form's input control it. */
export function ChoiceField<Answer extends string>({
  label,
  answers,
  children,
  ...control
}: {
  label: string
  answers: readonly (readonly [value: Answer, label: string])[]
  value?: string
  onChange?: (value: string) => void
  children?: ReactNode
}) {
  const id = useId()
  return (
    <div>
      <Input.Label component="div" id={id}>
        {label}
      </Input.Label>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        {...control}
        data={answers.map(([value, text]) => ({ value, label: text }))}
      />
      {children}
    </div>
  )
}
