// Common given names in the languages of known libraries. They distinguish "Snow Crash - Neal Stephenson" from "Neal
// Stephenson - Snow Crash".
import { plainWord } from '../tokens/code-points.ts';

const names = new Set(
  `aaron adam adrian agatha aidan akira alan alastair albert alberto aldous alex alexander alexandra alexandre
    alfred ali alice alison amanda amitav amos amy ana anders andrea andreas andrew andrzej andy angela angie
    anita ann anna anne annie anthony antoine anton antonia antonio arnaldur arnold arthur arturo arundhati
    astrid audrey banana barbara beatrice becky ben benjamin bernard bernhard bill blake bob bohumil boris brad
    bradley bram brandon brenda brent brian bruce bryan cal camilla carl carla carlo carlos carmen carol
    caroline casey cassandra catherine charles charlotte cheryl chimamanda chinua chris christian christina
    christine christoph christopher chuck cixin claire clara claude claudia clive colin colleen conn connie
    cormac cornelia craig cynthia czesław dan daniel daniela danielle daphne dave david dean debbie deborah
    delia denis dennis diana diane dieter dmitry don donald donna dorothy doug douglas dylan edgar edith eduardo
    edward eleanor elena elif elizabeth ellen emilia emily emma enid eric erica erich erik erin ernest ernst
    esther etgar eugene eva evelyn felix fernando fiona florian frances francesca francesco francis francisco
    franck frank franklin franz françois françoise fred frederick freida friedrich fyodor gabriel gabriele
    gabriella garth gary gene geoffrey george georges gerald gerard gillian giovanni glen glenn gordon graham
    grant greg gregory guillaume gustave günter hans harlan harold harry haruki heather heinrich helen helena
    henning henri henrik henry henryk herbert herman hermann hilary hiromi hiroshi holly hugh hugo iain ian
    ilona ingrid irina iris irène isaac isabel isabelle italo ivan jack jacob jacqueline jacques james jan jane
    janet jared jaroslav jason javier jay jean jeff jeffrey jennifer jeremy jerome jerry jesse jessica jhumpa
    jill jim jo joan joanna joanne joe joel johan johann johannes john johnny jojo jon jonathan jordi jorge
    josef joseph josh joshua josé joyce juan judith jules julia julian julie julio junji jussi jürgen karel
    karen karin karl kate katherine kathleen kathryn katrin kazuo keigo keith ken kenji kenneth kevin khaled kim
    kobo kristin kristina kurt larry lars laura lauren laurence laurent lee leigh leo leon leonardo leonid
    leslie lev lewis lilian linda lisa lois lorenzo louis louise luca lucy ludwig luigi luis lukas lynn
    madeleine madeline maja malcolm manuel marc marcel marco marcus margaret maria marian marie mario marion
    mark markus martha martin martina mary mathieu matt matteo matthew maurice max megan melissa michael
    michaela michel michelle miguel mikael mike mikhail milan milena miriam mitch mohamed molly monica monika
    nadine naguib nancy naomi natalia natalie nathan nathaniel natsume neal neil nicholas nick nicola nicolas
    nicole nikolai nina noah nora norman octavia ola olaf olga oliver olivia olivier orhan orson osamu oscar
    otto pablo pamela paolo patricia patrick paul paula paulo pavel pedro peter petra phil philip philipp
    philippe pierce pierre piers rachel rafael rainer ralph randall ray raymond rebecca renate rené richard rick
    rita rob robert roberta roberto robin roger rohinton roland roman ron ronald rosa rosemary ross roy rudolf
    rudyard russell ruth ryan ryu sally salman salvatore sam samantha samuel sandra sara sarah sayaka scott sean
    sebastian sergei sergey sergio seth shannon sharon sheila shirley sidney sigmund silvia simon simone sofia
    sophie stanislaw stanisław stefan stefanie stella stephanie stephen stephenie steve steven stieg stuart sue
    susan susanna susanne suzanne svetlana sylvia tad takeshi tamsyn tara taylor ted terence teresa terry thomas
    tim timothy tina tobias todd tom tomasz toni tony tracy umberto ursula ute valerie vanessa vera vernor
    veronica victor victoria vikram vincent virginia vladimir walter warren wendy werner wilhelm will william
    willy witold wole wolfgang yann yoko yrsa yukio yuval yves zadie александр алексей анастасия анатолий андрей
    анна антон аркадий артём борис вадим валентин валерий василий вера виктор виталий владимир владислав
    вячеслав галина геннадий георгий григорий дарья денис дмитрий евгений екатерина елена иван игорь илья ирина
    кирилл константин лариса лев леонид людмила максим марина мария михаил надежда наталья николай олег ольга
    павел пётр роман светлана сергей станислав татьяна фёдор юлия юрий`
    .split(/\s+/)
    .map(plainWord),
);

/** Whether a word is a common given name, ignoring case and marks. */
export function isGivenName(word: string): boolean {
  return word.length <= 12 && names.has(plainWord(word));
}
