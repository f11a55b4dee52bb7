import Testing

@testable import HeanCore
@testable import HeanQuestions

/// The words of the examples and of English, looked up where they are compiled in.
struct LearnedVocabularyTests {
  @Test func `every word of the examples is found, and no other`() {
    let words = LearnedVocabulary.all
    #expect(words.count > 4000)
    for word in words {
      #expect(LearnedVocabulary.has(word), "\(word)")
      #expect(LearnedVocabulary.has(word + "qq") == false)
    }
    for word in ["", " ", "aaa", "zzzzzz", "pnlq", "pn", "wallpaper ", "é"] where !words.contains(word) {
      #expect(!LearnedVocabulary.has(word), "\(word)")
    }
  }

  @Test func `a word of English stays what it is, an error is corrected`() {
    for word in ["avoid", "gracefully", "elephant", "shutter"] { #expect(QuestionSpelling.corrected(word) == word) }
    #expect(QuestionSpelling.corrected("postion") == "position")
    #expect(QuestionSpelling.corrected("drawdwn") == "drawdown")
    #expect(WordMeaning.isKnown("elephants") && !WordMeaning.isKnown("qzxv"))
  }

  @Test func `words that mean about the same lie near each other`() throws {
    func likeness(_ one: String, _ other: String) throws -> Double {
      let (first, second) = (
        try #require(WordMeaning.of([QuestionWords.stem(one)])),
        try #require(WordMeaning.of([QuestionWords.stem(other)]))
      )
      return zip(first, second).map { $0 * $1 }.reduce(0, +) / 4
    }
    #expect(try likeness("profit", "earn") > likeness("profit", "elephant") + 0.2)
    #expect(try likeness("halt", "stop") > likeness("halt", "purple") + 0.2)
    #expect(WordMeaning.of(["$symbol", "qzxv"]) == nil)
  }
}
