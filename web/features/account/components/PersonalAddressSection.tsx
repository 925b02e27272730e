import { Button, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess, toFormErrors } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { Form } from '#web/shared/forms/Form.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { AccountSection } from './AccountSection.tsx'
import css from './account.module.css'

function AddressForm({ email }: { email: string | null }) {
  const { t } = useTranslation('account')
  const [typed, setTyped] = useState(email ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const save = useCall('leavers.set_address', {
    input: (address: string | null) => ({ body: { email: address } }),
    onSuccess: () => {
      setProblem(null)
      notifySuccess(t('personal_address.saved'))
    },
    onError: (error) => {
      const { fields, general } = toFormErrors(t, error, ['email'])
      setProblem(String(fields['email'] ?? general ?? ''))
    },
  })
  return (
    <Form
      className={css['form']}
      problems={{ fields: problem ? { email: problem } : {}, general: null }}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(typed.trim() || null)
      }}
    >
      <TextInput
        label={t('personal_address.label')}
        name="personal_email"
        type="email"
        autoComplete="email"
        maxLength={limits.email_chars_max}
        value={typed}
        error={problem}
        onChange={(change) => setTyped(change.currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="default" loading={save.isPending}>
          {t('personal_address.save')}
        </Button>
      </div>
    </Form>
  )
}

/** The personal address, which only its owner sees. */
export function PersonalAddressSection() {
  const { t } = useTranslation('account')
  const { impersonated } = useConfig()
  const address = useQuery({
    queryKey: queryKey('leavers', 'address'),
    queryFn: ({ signal }) => call('leavers.address', { signal }),
    enabled: !impersonated,
  })
  return (
    <AccountSection
      title={t('personal_address.title')}
      text={impersonated ? t('oneself') : t('personal_address.text')}
    >
      {address.isLoadingError ? (
        <ErrorState error={address.error} retry={() => void address.refetch()} />
      ) : null}
      {address.data ? <AddressForm email={address.data.email} /> : null}
      {address.isLoading ? <Skeleton height={84} /> : null}
    </AccountSection>
  )
}
