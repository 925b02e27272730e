import { Input, SegmentedControl } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { AwardForm } from './use-award-form.ts'

/** A choice between two answers, with its label. */
export function ChoiceField({
  form,
  name,
  label,
  answers,
  children,
}: {
  form: AwardForm
  name: 'is_range' | 'for_all_givers' | 'for_all_receivers' | 'private'
  label: string
  answers: [value: 'yes' | 'no', label: string][]
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
        {...form.getInputProps(name, { withError: false })}
        data={answers.map(([value, text]) => ({ value, label: text }))}
      />
      {children}
    </div>
  )
}
