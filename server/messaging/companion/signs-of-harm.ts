import { matchesAny, plainText } from './plain-text.ts';

/** One wants to die oneself, now: not of laughter, not of hunger, and not in a film. */
const sayings = [
  // Italian
  String.raw`(?<!\bnon )\b(?:voglio|vorrei|preferisco|preferirei)(?: solo| soltanto| proprio)? (?:morire|sparire per sempre|farla finita)\b(?! (?:di|d'|dal|dalla|dalle|dai|per te|tra le tue))`,
  String.raw`(?<!\b(?:non|mai) )\b(?:voglio|vorrei|volevo|penso di|pensato di|per|a|di|intenzione di) (?:uccidermi|ammazzarmi|suicidarmi|impiccarmi|togliermi la vita|farla finita|farmi del male|farmi male)\b(?! (?:di|dal|dalle))`,
  String.raw`(?<!\bnon )\bmi (?:uccido|ammazzo|suicido|suicidero|uccidero|ammazzero|impicco)\b(?! (?:di|dal|dalle|dai|in palestra|a lavor|per|se))`,
  String.raw`\b(?:pensieri? suicid\w+|idee suicid\w+|penso (?:spesso |sempre )?al suicidio|pensando al suicidio|pensato al suicidio)\b`,
  String.raw`\bnon (?:voglio|vorrei|ho (?:piu )?voglia di) (?:piu )?(?:vivere|svegliarmi|esistere|esserci)\b(?: piu)?(?! (?:a|ad|in|con|da|qui|senza|come|presto|alle|all))`,
  String.raw`\bnon (?:ce la faccio piu a|riesco piu a) (?:vivere|andare avanti|stare al mondo)\b`,
  String.raw`\b(?:vorrei|meglio) (?:essere mort[oa]|non svegliarmi piu|non essere mai nat[oa]|se (?:fossi mort[oa]|morissi|non ci fossi))\b`,
  String.raw`\bmi taglio (?:le braccia|i polsi|le vene|le gambe|per sentir|quando sto male)`,
  String.raw`\b(?:mi faccio (?:spesso )?del male|autolesion\w+)\b`,
  // Spanish
  String.raw`(?<!\bno )\b(?:me )?(?:quiero|quisiera|prefiero|preferiria)(?: solo)? (?:morir(?:me)?|matar(?:me)|suicidarme)\b(?! (?:de|del|por|en tus))`,
  String.raw`(?<!\bno )\bme (?:quiero|voy a|quisiera) (?:matar|suicidar)\b(?! (?:de|a (?:trabajar|estudiar|reir)))`,
  String.raw`\b(?:quitarme la vida|acabar con mi vida|suicidarme|terminar con mi vida)\b`,
  String.raw`\b(?:pensamientos suicidas|ideas suicidas|pienso en (?:el suicidio|matarme)|pensando en (?:el suicidio|matarme)|autolesion\w*)\b`,
  String.raw`\bno quiero (?:seguir (?:viviendo|vivo|viva)|vivir mas|vivir(?=\s*(?:$|[.,;!?…]))|despertar(?:me)? mas|existir)`,
  String.raw`\b(?:quiero|voy a|ganas de) (?:hacerme dano|cortarme las venas|desaparecer para siempre|acabar con todo)\b`,
  String.raw`\bme (?:corto (?:los brazos|las venas|las munecas)|hago dano a mi mism[oa])\b`,
  String.raw`\b(?:ojala (?:estuviera|estuviese) muert[oa]|estaria mejor muert[oa]|no vale la pena (?:seguir )?vivi(?:r|endo)|no tengo (?:ganas|razones) (?:de|para) vivir)\b`,
  // French
  String.raw`\b(?:je (?:veux|voudrais|prefere)|j'ai envie de|envie de)(?: juste)? mourir\b(?! (?:de|d'|pour vous|dans vos))`,
  String.raw`\b(?:je (?:veux|vais|voudrais)|envie de|pense a|songe a) (?:me tuer|me suicider|me pendre|me faire du mal|en finir)\b(?! (?:au|a la|avec (?:ce|cette|mon|le|la) (?!vie))|de rire)`,
  String.raw`\benvie d'en finir\b(?! avec (?:ce|cette|mon|le|la) (?!vie))`,
  String.raw`\b(?:en finir avec la vie|mettre fin a mes jours|me suicider|je me suicide|pensees suicidaires|idees suicidaires|je suis suicidaire|je pense au suicide)\b`,
  String.raw`\b(?:je (?:ne )?veux plus (?:vivre|etre la|me reveiller)|(?:je n'ai |j'ai )?plus envie de vivre|plus la force de vivre)\b(?! (?:a|avec|ici|en|chez|seul|sans|comme))`,
  String.raw`\b(?:je me (?:scarifie|mutile|taillade|fais du mal)|automutil\w+|je me coupe les veines|j'aimerais etre mort|je voudrais etre mort|mieux si j'etais mort)`,
  // English
  String.raw`(?<!\b(?:don't|dont|not|never) )\bi (?:just |really |only )?(?:want to|wanna|would rather) (?:die|be dead|disappear forever)\b(?! (?:of|from|laughing|for you|in your arms))`,
  String.raw`(?<!\b(?:don't|dont|not|never|won't|wouldn't) )\b(?:to|i'?ll|i will|gonna|wanna|i could|i might|about|of|i'?m|just) (?:kill|killing|hang|hanging) myself\b(?! (?:laughing|at|with work|over|in the gym|working|trying|out))`,
  String.raw`\b(?:kms|end my (?:own )?life|take my (?:own )?life|end it all|unalive myself)\b`,
  String.raw`\b(?:i'?m|i am|i feel|feeling|been feeling) suicidal\b|\bsuicidal thoughts\b|\b(?:thinking|think|thought) (?:about|of) suicide\b|\b(?:i'?ll|i will|to|gonna|wanna) commit suicide\b`,
  String.raw`\bi (?:don't|dont|do not|no longer) want to (?:live|be alive|exist|wake up)(?: anymore| any more)?(?=\s*(?:$|[.,;!?…]|and|because))`,
  String.raw`\b(?:better off dead|wish i (?:was|were) dead|wish i'd never been born|wish i had never been born|no reason to live|nothing to live for|can't go on living)\b`,
  String.raw`\bi (?:want to|wanna|am going to|keep) (?:hurt(?:ing)?|cut(?:ting)?|harm(?:ing)?) myself\b|\bi(?:'ve been)? (?:self[- ]harm\w*|cut(?:ting)? my (?:wrists|arms))\b`,
].map((source) => new RegExp(source));

/** Whether somebody says that he wants to die or to hurt himself. */
export function soundsLikeSelfHarm(text: string): boolean {
  return matchesAny(plainText(text), sayings);
}
