/**
 * Domains where anybody can get an address, by region; such an address says nothing about a
 * company. A missing domain only gives its team the larger budget of invitations to that domain.
 */
const domainList = `
gmail.com googlemail.com outlook.com outlook.es outlook.fr outlook.de outlook.it outlook.com.br outlook.jp hotmail.com hotmail.co.uk hotmail.fr hotmail.es hotmail.it hotmail.de hotmail.com.br
live.com live.co.uk live.fr live.nl live.it live.ru msn.com windowslive.com passport.com
yahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.es yahoo.it yahoo.ca yahoo.com.br yahoo.com.mx yahoo.com.ar yahoo.co.in yahoo.in yahoo.co.jp yahoo.com.au ymail.com rocketmail.com myyahoo.com
icloud.com me.com mac.com privaterelay.appleid.com aol.com aim.com verizon.net comcast.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net juno.com
proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tuta.io tuta.com tutamail.com keemail.me fastmail.com fastmail.fm hey.com zoho.com zohomail.com zohomail.eu mail.com email.com usa.com
gmx.com gmx.net gmx.de gmx.at gmx.ch gmx.us web.de t-online.de freenet.de arcor.de posteo.de posteo.net mailbox.org
orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr libero.it virgilio.it tiscali.it alice.it tin.it btinternet.com sky.com virginmedia.com talktalk.net ntlworld.com blueyonder.co.uk
telenet.be skynet.be ziggo.nl kpnmail.nl planet.nl xs4all.nl bluewin.ch sapo.pt telefonica.net terra.com terra.es seznam.cz email.cz centrum.cz wp.pl o2.pl onet.pl interia.pl op.pl abv.bg inbox.lv
mail.ru inbox.ru list.ru bk.ru internet.ru yandex.ru yandex.com yandex.by yandex.kz yandex.ua ya.ru rambler.ru lenta.ru autorambler.ru myrambler.ru ro.ru ukr.net i.ua meta.ua bigmir.net tut.by
uol.com.br bol.com.br terra.com.br ig.com.br globo.com globomail.com r7.com prodigy.net.mx
qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com aliyun.com 139.com 189.cn naver.com daum.net hanmail.net nate.com rediffmail.com
guerrillamail.com mailinator.com 10minutemail.com yopmail.com temp-mail.org tempmail.com trashmail.com sharklasers.com maildrop.cc dispostable.com getnada.com duck.com simplelogin.com mozmail.com
`
const publicDomains = new Set(domainList.split(/\s+/).filter(Boolean))

/** Returns whether anybody can get an address of this domain. */
export const isPublicMailProvider = (domain: string): boolean =>
  publicDomains.has(domain.toLowerCase())
