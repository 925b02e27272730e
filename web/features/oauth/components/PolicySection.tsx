import { Button, Radio, Stack, Textarea } from '@mantine/core'
import type { OauthPolicyView } from '#contract/schemas/oauth.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useSavedValues } from '#web/shared/forms/use-saved-values.ts'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { useCall } from '#web/shared/use-call.ts'
import css from './oauth.module.css'

const accesses = ['all', 'listed', 'off'] as const
const fieldNames = ['access', 'client_ids'] as const
type Values = { access: OauthPolicyView['access']; client_ids: string }

/** Returns the addresses of a text, one in a line. */
const parseAddresses = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

/** Who may connect what: all applications, those listed, or none. */
export function PolicySection({ policy }: { policy: OauthPolicyView }) {
  const { t } = useTranslation('connections')
  const saved: Values = { access: policy.access, client_ids: policy.client_ids.join('\n') }
  const form = useServerForm({ initialValues: saved, fieldNames })
  useSavedValues(form, saved)
  const save = useCall('oauth.set_policy', {
    // Addresses that the form hides are sent as they are stored.
    input: ({ access, client_ids: addresses }: Values) => ({
      body: {
        access,
        client_ids: access === 'listed' ? parseAddresses(addresses) : policy.client_ids,
      },
    }),
    onSuccess: () => notifySuccess(t('saved')),
    onError: form.showRefusal,
  })
  return (
    <SettingsSection title={t('applications.policy.title')} text={t('applications.policy.text')}>
      <Form
        problems={form.problems}
        onSubmit={form.submitTo((values) => save.mutate(values))}
        className={css['form']}
      >
        <GeneralProblem text={form.problems.general} />
        <Radio.Group aria-label={t('applications.policy.title')} {...form.getInputProps('access')}>
          <Stack gap="sm">
            {accesses.map((access) => (
              <Radio
                key={access}
                value={access}
                label={t(`applications.policy.${access}`)}
                description={t(`applications.policy.${access}_text`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {form.values.access === 'listed' ? (
          <Textarea
            label={t('applications.policy.addresses')}
            description={t('applications.policy.addresses_text')}
            placeholder="https://assistant.example/client.json"
            autosize
            minRows={3}
            maxRows={12}
            spellCheck={false}
            {...form.getInputProps('client_ids')}
          />
        ) : null}
        <div>
          <Button type="submit" loading={save.isPending}>
            {t('scim.save')}
          </Button>
        </div>
      </Form>
    </SettingsSection>
  )
}
