import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import type { JoinSettings } from '#contract/schemas/joining.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { useSetJoinDomain } from '../api/joining.ts'
import imports from '../components/imports.module.css'
import { AddDomainForm } from './AddDomainForm.tsx'
import css from './joining.module.css'

/** Returns the domains of the switches: those that are on, and the reader's own. */
function listSwitches({ domains, own_domain: own }: JoinSettings): string[] {
  const names = domains.map(({ domain }) => domain)
  return own.public || names.includes(own.domain) ? names : [own.domain, ...names]
}

/** The switches of the domains whose people may join without an invitation. */
export function DomainsCard({ settings }: { settings: JoinSettings }) {
  const { t } = useTranslation('imports')
  const [isAdding, setAdding] = useState(false)
  const { own_domain: own, domains } = settings
  const notifySet = (domain: string, enabled: boolean) =>
    notifySuccess(t(enabled ? 'domains.turned_on' : 'domains.turned_off', { domain }))
  const change = useSetJoinDomain(
    ({ domain, enabled }) => notifySet(domain, enabled),
    (error) => notifyError(t, error),
  )
  // A switch changes immediately, before the answer.
  const isShownOn = (domain: string) =>
    change.isPending && change.variables.domain === domain
      ? change.variables.enabled
      : domains.some((row) => row.domain === domain)
  return (
    <Card>
      <h2 className={imports['heading']}>{t('domains.title')}</h2>
      <p className={imports['lead']}>{t('domains.lead')}</p>
      {own.public ? (
        <p className={imports['lead']}>{t('domains.public', { domain: own.domain })}</p>
      ) : null}
      <div className={css['switches']}>
        {listSwitches(settings).map((domain) => (
          <Switch
            key={domain}
            label={t('domains.switch', { domain })}
            checked={isShownOn(domain)}
            onChange={(event) => {
              if (!change.isPending) change.mutate({ domain, enabled: event.currentTarget.checked })
            }}
          />
        ))}
      </div>
      {isAdding ? (
        <AddDomainForm
          onAdded={(domain) => {
            setAdding(false)
            notifySet(domain, true)
          }}
          onClose={() => setAdding(false)}
        />
      ) : (
        <Button variant="default" onClick={() => setAdding(true)}>
          {t('domains.add')}
        </Button>
      )}
    </Card>
  )
}
