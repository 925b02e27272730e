import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ShortcutList } from '#web/shared/shortcuts/ShortcutList.tsx'
import { areShortcutsEnabled, setShortcutsEnabled } from '#web/shared/shortcuts/shortcuts.ts'

/** All keys that lead somewhere, and a switch for those who do not want them. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const [on, setOn] = useState(areShortcutsEnabled)
  const turn = (wanted: boolean) => {
    setShortcutsEnabled(wanted)
    setOn(wanted)
  }
  return (
    <Dialog onClose={onClose} title={t('keys.title')} close={t('common:close')}>
      <ShortcutList on={on} />
      <Switch
        checked={on}
        onChange={(event) => turn(event.currentTarget.checked)}
        label={t('keys.on')}
        description={t('keys.on_text')}
      />
    </Dialog>
  )
}
