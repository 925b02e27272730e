import '@mantine/core/styles/PasswordInput.css'
import {
  Alert,
  Button,
  Checkbox,
  NativeSelect,
  PasswordInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import {
  type AuditStream,
  useRemoveAuditStream,
  useSaveAuditStream,
  useTestAuditStream,
} from '../api/audit-stream.ts'
import css from './audit-log.module.css'

type Values = {
  kind: AuditStream['kind']
  target: string
  header_name: string
  secret: string
  authority: string
  isPaused: boolean
}
const toValues = (stream: AuditStream | null): Values => ({
  kind: stream?.kind ?? 'https',
  target: stream?.target ?? '',
  header_name: stream?.header_name ?? '',
  secret: '',
  authority: stream?.authority ?? '',
  isPaused: stream?.state === 'paused',
})
const fieldNames = ['kind', 'target', 'header_name', 'secret', 'authority'] as const

/** Sends a test entry and shows the result; stops sending. */
function StreamActions({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings')
  const [reason, setReason] = useState<string | null>(null)
  const test = useTestAuditStream(setReason)
  const remove = useRemoveAuditStream(onClose)
  return (
    <>
      <div className={css['stream_actions']}>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t('audit.stream.test')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t('audit.stream.remove')}
        </Button>
      </div>
      {reason === null ? null : (
        <Alert color={reason ? 'red' : 'green'} role="status">
          {reason ? t('audit.stream.test_failed', { reason }) : t('audit.stream.test_done')}
        </Alert>
      )}
    </>
  )
}

/** The fields of a receiver: address, and what proves each side to the other. */
function ReceiverFields({
  form,
  keepsSecret,
}: {
  form: ReturnType<typeof useServerForm<Values>>
  keepsSecret: boolean
}) {
  const { t } = useTranslation('settings')
  const { kind } = form.values
  return (
    <>
      <NativeSelect
        label={t('audit.stream.kind')}
        data={[
          { value: 'https', label: t('audit.stream.https') },
          { value: 'syslog', label: t('audit.stream.syslog') },
        ]}
        {...form.getInputProps('kind')}
      />
      <TextInput
        label={t(kind === 'https' ? 'audit.stream.url' : 'audit.stream.host')}
        name="target"
        autoComplete="off"
        placeholder={
          kind === 'https' ? 'https://siem.example.com/collector' : 'siem.example.com:6514'
        }
        maxLength={limits.hook_url_chars_max}
        data-autofocus
        {...form.getInputProps('target')}
      />
      {kind === 'https' ? (
        <>
          <TextInput
            label={t('audit.stream.header')}
            description={t('audit.stream.header_hint')}
            name="header_name"
            autoComplete="off"
            maxLength={60}
            {...form.getInputProps('header_name')}
          />
          <PasswordInput
            label={t('audit.stream.secret')}
            description={keepsSecret ? t('audit.stream.secret_kept') : undefined}
            name="secret"
            autoComplete="off"
            maxLength={limits.sso_secret_chars_max}
            {...form.getInputProps('secret')}
          />
        </>
      ) : (
        <Textarea
          label={t('audit.stream.authority')}
          name="authority"
          autosize
          minRows={3}
          maxRows={8}
          maxLength={limits.sso_certificate_chars_max}
          {...form.getInputProps('authority')}
        />
      )}
    </>
  )
}

/** Where the audit log is sent as it grows. */
export function AuditStreamDialog({
  stream,
  onClose,
}: {
  stream: AuditStream | null
  onClose: () => void
}) {
  const { t } = useTranslation('settings')
  const form = useServerForm<Values>({ initialValues: toValues(stream), fieldNames })
  const save = useSaveAuditStream(onClose)
  const keepsSecret = stream?.has_secret === true && form.values.target === stream.target
  const submit = form.submitTo(({ isPaused, secret, ...values }) =>
    save.mutate(
      {
        ...values,
        state: isPaused ? 'paused' : 'active',
        ...(secret ? { secret } : {}),
        ...(keepsSecret || secret ? {} : { secret: null }),
      },
      { onError: form.showRefusal },
    ),
  )
  return (
    <Dialog title={t('audit.stream.title')} close={t('common:close')} onClose={onClose}>
      <Form problems={form.problems} onSubmit={submit} className={css['stream_form']}>
        <GeneralProblem text={form.problems.general} />
        <ReceiverFields form={form} keepsSecret={keepsSecret} />
        <Checkbox
          label={t('audit.stream.pause')}
          {...form.getInputProps('isPaused', { type: 'checkbox' })}
        />
        {stream ? <StreamActions onClose={onClose} /> : null}
        <FormActions action={t('audit.stream.save')} busy={save.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
