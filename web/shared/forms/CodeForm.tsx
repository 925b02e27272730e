import { Alert, Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { CodeInput } from '#web/ui/CodeInput.tsx'
import { ActionRow } from '#web/ui/ActionRow.tsx'

type Props = {
  lead: ReactNode
  label: string
  digitLabel: (n: number) => string
  confirm: string
  /** The buttons beside the confirming one. */
  cancel: ReactNode
  busy: boolean
  /** Sends the code; a refusal calls `onRefused` with its text. */
  onCode: (code: string, onRefused: (problem: string | null) => void) => void
  children?: ReactNode
}

/** Asks for a mailed code and sends it as soon as all digits are typed. A refusal empties it. */
export function CodeForm({
  lead,
  label,
  digitLabel,
  confirm,
  cancel,
  busy,
  onCode,
  children,
}: Props) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const changeCode = (typed: string) => {
    setCode(typed)
    if (typed.length < limits.code_digits || busy) return
    setProblem(null)
    onCode(typed, (refusal) => {
      setProblem(refusal)
      setCode('')
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    changeCode(code)
  }
  return (
    <form onSubmit={submit} noValidate>
      {lead}
      {problem ? (
        <Alert color="red" mb="md" role="alert">
          {problem}
        </Alert>
      ) : null}
      <CodeInput
        length={limits.code_digits}
        value={code}
        onChange={changeCode}
        disabled={busy}
        error={problem !== null}
        label={label}
        digitLabel={digitLabel}
      />
      {children}
      <ActionRow apart>
        {cancel}
        <Button type="submit" loading={busy} disabled={code.length < limits.code_digits}>
          {confirm}
        </Button>
      </ActionRow>
    </form>
  )
}
