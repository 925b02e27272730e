import type { Language } from '#contract/schemas/common.ts'

/** Stop words by language. Words of thanks are stop words too, because every post has them. */
const wordLists: Record<Language, string> = {
  en: `a about above after again against all almost alone along already also although always am among an and another any anybody anyone anything are around as at
    away back be became because become been before behind being below best better between both but by came can cannot come could did didn do does doesn doing
    don done down during each either else enough even ever every everybody everyone everything few first for from further gave get gets getting give given
    giving go goes going good got great had has have having he hello help helped helping her here hers herself hey hi him himself his how however i if in
    indeed into is isn it its itself just keep kind last least less let like lot lots made make makes making many may maybe me might mine more most much must
    my myself never new next nice no nobody none nor not nothing now of off often on once one only onto or other others our ours ourselves out over own
    perhaps please put quite rather re really s said same say see seem seems several shall she should since so some somebody someone something still such t
    take than that the their theirs them themselves then there these they thing things this those though through thus to together too toward towards under
    until up upon us use used using ve very via was wasn way we well were weren what when where whether which while who whole whom whose why will with within
    without won would wouldn yes yet you your yours yourself yourselves thank thanks thankful thanking thx grateful appreciate appreciated appreciation kudos
    congratulations congrats awesome amazing wonderful excellent perfect super job work working day days time today yesterday week ll didn't don't doesn't
    isn't wasn't couldn't wouldn't can't won't it's i'm i've i'll you're you've you'll we're we've we'll they're that's let's there's what's who's
    two three four five six seven eight nine ten eleven twelve hundred thousand half took owe owed owes knew know known felt feel saw seen went old big small long little bit`,
  es: `a al algo alguien algún alguna algunas alguno algunos allí ante antes aquel aquella aquello aquí así aun aún aunque bajo bastante bien buen buena
    buenas bueno buenos cada casi como cómo con contigo contra cual cuál cuales cualquier cuando cuándo cuanto da dan dar de debe deber del desde después día
    días donde dónde dos durante e el él ella ellas ello ellos en entonces entre era eran eres es esa esas ese eso esos esta está estaba estaban estado están
    estar estas este esto estos estoy fue fueron gran grande ha había haber habido hace hacer hacia han has hasta hay he hecho hemos hice hizo hola hoy igual
    incluso ir jamás junto juntos la las le les lo los luego más me mejor menos mi mí mía mientras mío mis misma mismo mucha muchas mucho muchos muy nada
    nadie ni ningún ninguna no nos nosotras nosotros nuestra nuestras nuestro nuestros nunca o os otra otras otro otros para pero poco por porque pues puede
    pueden puedo que qué quien quién quienes se sé sea ser será si sí sido siempre sin sino sobre solo sólo somos son soy su sus suya suyo tal también tampoco
    tan tanta tanto te tener tengo ti tiene tienen toda todas todavía todo todos trabajo tras tu tú tus tuve tuvo tuya tuyo un una unas uno unos usted ustedes
    va vamos van varias varios veces ver vez vosotros voy y ya yo gracias agradecer agradezco agradecida agradecido muchísimas muchísimo ayuda ayudar ayudarme
    ayudarnos ayudaste felicidades felicitaciones enhorabuena genial excelente increíble semana ayer
    tres cuatro cinco seis siete ocho nueve diez once doce cien mil`,
  pt: `a à agora ainda além algo alguém algum alguma algumas alguns ali antes ao aos apenas após aquela aquelas aquele aqueles aquilo as às assim até através
    bem boa boas bom bons cada com como contra cada da daquela daquele das de dela delas dele deles demais depois desde dessa desse desta deste dia dias disso
    disto do dois dos durante e é ela elas ele eles em então entre era eram essa essas esse esses esta está estão estar estas estava estavam este esteja estes
    estou eu faz fazer feito fez fiz foi fomos for foram fosse fui grande há hoje isso isto já jamais la lá lhe lhes logo mais mas me melhor menos mesma mesmo
    meu meus minha minhas muita muitas muito muitos na nada não nas nem nenhum nenhuma ninguém no nos nós nossa nossas nosso nossos num numa nunca o oi olá
    onde os ou outra outras outro outros para pela pelas pelo pelos pode podem pois por porque porquê pouco pra qual quais qualquer quando quanto que quê quem
    se sem sempre ser será seu seus si sido sim só sob sobre sua suas também tanto tão te tem têm tenho ter teu teus teve tinha toda todas todo todos trabalho
    tu tua tuas tudo um uma umas uns vai vamos vão ver vez vezes você vocês vos obrigada obrigadas obrigado obrigados agradecer agradeço agradecida agradecido
    ajuda ajudar ajudou parabéns valeu ótima ótimo excelente incrível semana ontem
    três quatro cinco seis sete oito nove dez onze doze cem mil`,
  ru: `а без более больше будем будет будешь будто буду будут будь бы был была были было быть в вам вами вас ваш ваша ваше вашего вашей вашу ваши ваших вдруг ведь весь
    вместе во вот впрочем все всегда всего всей всем всеми всему всех всё вся всю вы где да давай даже для до доброго его ее её ей ему если есть еще ещё ею же за
    здесь и из изо или им ими их к каждый как какая какие какой когда конечно которая которого которое которой которую которые который которых кто куда ли либо
    лишь лучше между меня мне много могла могли может можно мной мог мои моей моего моему моих мой моё моя мою мы на над надо наконец нам нами нас наш наша
    наше нашего нашей нашем нашему наши наших нашу не него нее неё ней нельзя нем нём несколько нет ни нибудь никогда ним них ничего но ну о об обо один одна
    одно однако он она они оно опять от ото очень перед по под подо пока после потом потому почти при про просто пусть раз разве с сам сама сами само самый
    самая самое сам свое своё своего своей своему своём свои своих свой свою своя себе себя сегодня сейчас со совсем спасибо так такая также такие такое такой
    там тебе тебя тем теперь то тобой тобою тогда того тоже той только том тому тот ту тут ты у уж уже хорошо хоть хочу чего чей чем через что чтоб чтобы чуть
    эта эти этим этих это этого этой этом этому этот эту я благодарю благодарен благодарна благодарность благодарим большое огромное огромная помощь помог
    помогла помогли помогаешь помогаете помочь отлично отличная отличный отличную отличное супер молодец молодцы класс круто круто работа работу работы день
    дня дней неделя неделю вчера привет здорово прекрасно замечательно
    два две три четыре пять шесть семь восемь девять десять сто тысяча`,
  ua: `а або адже аж але б без більше будемо буде будеш будуть будь був була були було бути в вам вами вас ваш ваша ваше вашого вашої вашу ваші вже ви від він вона
    вони воно все всього всьому всі всіх всім всіма вся втім все усе усі усіх усім де для до добре доброго дуже є є ж же жодний з за завжди зараз зі знову і
    із їй їм ім'я їх її його йому інші інший коли кожен кожна кожний краще крім куди лише мабуть майже мене мені ми мій мною може можна могла могли міг моє
    моєї моїх мої моя мою на над нам нами нас наш наша наше нашого нашої нашим нашу наші наших не нема немає неї нею ним них ні ніж ніколи нічого но ну о об
    один одна одне однак от перед під після по поки потім при про просто разом свого своє своєї своєму свої своїх свій свою своя себе собі сам сама самі саме
    сьогодні та так така таке такий такі також там твій твоє твоя твою твої те тебе теж тепер ти тим тих тільки то тобі тобою тоді того той тому тут ту у хто
    хоч це цей цим цих ця цю цього цьому ці цієї чи чим чого чому через що щоб щось ще я як яка яке який якого якої якому які яких якщо дякую дякуємо дякувати
    вдячна вдячний вдячні вдячність спасибі подяка щиро велике величезне допомога допомогу допоміг допомогла допомогли допомагаєш допомогти чудово чудова
    чудовий чудову супер молодець молодці клас круто робота роботу роботи день дня днів тиждень вчора учора привіт
    два дві три чотири п’ять шість сім вісім дев’ять десять сто тисяча`,
}
const toWordSet = (language: Language): ReadonlySet<string> =>
  new Set(wordLists[language].split(/\s+/))
export const stopwords: Record<Language, ReadonlySet<string>> = {
  en: toWordSet('en'),
  es: toWordSet('es'),
  pt: toWordSet('pt'),
  ru: toWordSet('ru'),
  ua: toWordSet('ua'),
}
