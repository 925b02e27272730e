import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { CopyField } from '#web/shared/settings/CopyField.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import type { SsoConnection } from '../api/queries.ts'
import { type GuideProvider, guessProvider, guideProviders, guideSteps } from '../provider-guide.ts'
import css from './sso-settings.module.css'

/** The step after which the values of ours are entered. */
const valuesStep = 2

/** The values of this connection that its provider needs. */
function OwnValues({ connection }: { connection: SsoConnection }) {
  const { t } = useTranslation('connections')
  const values = [
    ['reply_url', connection.reply_url],
    ['entity_id', connection.entity_id],
    ['metadata_address', connection.metadata_address],
    ['logout_url', connection.logout_url],
  ] as const
  return (
    <div className={css['values']}>
      {values.map(([name, value]) =>
        value ? (
          <CopyField
            key={name}
            label={t(`sso.value.${connection.protocol}.${name}`)}
            value={value}
          />
        ) : null,
      )}
    </div>
  )
}

/** What to click at the provider, step by step. */
export function ProviderGuide({ connection }: { connection: SsoConnection }) {
  const { t } = useTranslation('connections')
  const [provider, setProvider] = useState<GuideProvider>(() => guessProvider(connection))
  const title = t('sso.guide.title')
  return (
    <SettingsSection title={title} text={t('sso.guide.text')}>
      <NativeSelect
        className={css['half'] ?? ''}
        label={t('sso.guide.provider')}
        data={guideProviders.map((name) => ({
          value: name,
          label: t(`sso.guide.${name}.name`),
        }))}
        value={provider}
        onChange={(event) => setProvider(event.currentTarget.value as GuideProvider)}
      />
      <ol className={css['steps']} aria-label={title}>
        {guideSteps.map((step) => (
          <li key={step}>
            <span className={css['number']} aria-hidden="true">
              {step}
            </span>
            <div>
              <p>{t(`sso.guide.${provider}.${connection.protocol}.${step}`)}</p>
              {step === valuesStep ? <OwnValues connection={connection} /> : null}
            </div>
          </li>
        ))}
      </ol>
    </SettingsSection>
  )
}
