import { Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CodeForm } from '#web/shared/forms/CodeForm.tsx'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ActionRow } from '#web/ui/ActionRow.tsx'
import { useSendDomainCode, useSetJoinDomain } from '../api/joining.ts'

type SentCode = { email: string; sig: string }
type Props = { onAdded: (domain: string) => void; onClose: () => void }

function CancelButton({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('imports')
  return (
    <Button variant="default" onClick={onClose}>
      {t('common:cancel')}
    </Button>
  )
}

function AddressForm({
  onSent,
  onClose,
}: {
  onSent: (sent: SentCode) => void
  onClose: () => void
}) {
  const { t } = useTranslation('imports')
  const form = useServerForm({ fieldNames: ['email'], initialValues: { email: '' } })
  const send = useSendDomainCode(onSent, form.showRefusal)
  return (
    <Form
      problems={form.problems}
      onSubmit={form.submitTo(({ email }) => send.mutate(email.trim()))}
    >
      <GeneralProblem text={form.problems.general} mb="md" />
      <TextInput
        type="email"
        inputMode="email"
        autoComplete="email"
        autoFocus
        label={t('domains.email')}
        description={t('domains.hint')}
        {...form.getInputProps('email')}
      />
      <ActionRow apart>
        <CancelButton onClose={onClose} />
        <Button type="submit" loading={send.isPending}>
          {t('domains.send')}
        </Button>
      </ActionRow>
    </Form>
  )
}

/** Verifies an address of another domain by a mailed code, and enables that domain. */
export function AddDomainForm({ onAdded, onClose }: Props) {
  const { t } = useTranslation('imports')
  const [sent, setSent] = useState<SentCode | null>(null)
  const [onRefused, setOnRefused] = useState<(problem: string | null) => void>(() => () => {})
  const add = useSetJoinDomain(
    ({ domain }) => onAdded(domain),
    (error) => onRefused(callErrorText(t, error)),
  )
  if (!sent) return <AddressForm onSent={setSent} onClose={onClose} />
  const domain = sent.email.slice(sent.email.lastIndexOf('@') + 1)
  return (
    <CodeForm
      lead={<Text mb="md">{t('domains.code_lead', { email: sent.email })}</Text>}
      label={t('domains.code_label')}
      digitLabel={(n) => t('domains.digit', { n })}
      confirm={t('domains.confirm')}
      cancel={<CancelButton onClose={onClose} />}
      busy={add.isPending}
      onCode={(code, refuse) => {
        setOnRefused(() => refuse)
        add.mutate({ domain, enabled: true, proof: { ...sent, code } })
      }}
    />
  )
}
